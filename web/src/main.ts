/* The first script: it asks at once for all that the first screen needs, so that nothing waits for another. */

import { routeOf } from "./app/places";
import { SCREENS } from "./app/screens";
import { refreshIfNew } from "./app/version";
import { loadLikelyScreen } from "./games/load";
import { guessed, LANGUAGES, REMEMBERED } from "./i18n/languages";
import { kept, WAS_SOMEBODY } from "./keep";
import { openEarly, socketAddress } from "./wire/early";
import "./app.css";

const place = routeOf(location.pathname + location.search);
const language = guessed(kept(REMEMBERED), navigator.languages);

if (place.name === "room" && kept(WAS_SOMEBODY) !== null) openEarly(socketAddress(place.door, language));
if (place.name === "room" || place.name === "replay") loadLikelyScreen();
// What fails here is asked for again by who needs it.
void LANGUAGES[language].load().catch(() => undefined);
void SCREENS[place.name]().catch(() => undefined);

// A page from before a deploy asks for scripts that are gone: the new page knows its own. Where it is the line that is
// gone, the page stays: whoever needs the script asks again.
window.addEventListener("vite:preloadError", () => void refreshIfNew());

// No language is there yet: what it says stands in the page itself.
import("./app/start").catch((error: unknown) => {
  document.getElementById("unreached")!.hidden = false;
  throw error;
});
