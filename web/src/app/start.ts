/* The page itself, as soon as it can speak. */

import { mount } from "svelte";
import { learn } from "../i18n/speak.svelte";
import App from "./App.svelte";

const TRIES_AGAIN_AFTER = 3_000;

// Not awaited at the top of the module: other scripts share parts of it, and would wait for the language too.
function start(): void {
  learn().then(
    () => mount(App, { target: document.getElementById("page")! }),
    () => setTimeout(start, TRIES_AGAIN_AFTER),
  );
}

start();
