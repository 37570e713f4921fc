/* The page itself, as soon as it can speak. */

import { mount } from "svelte";
import { learn } from "../i18n/speak.svelte";
import App from "./App.svelte";
import { insist } from "./insist";

// Not awaited at the top of the module: other scripts share parts of it, and would wait for the language too.
insist(learn, () => mount(App, { target: document.getElementById("page")! }));
