/* The page itself, once it can speak. */

import { mount } from "svelte";
import { learn } from "../i18n/speak.svelte";
import App from "./App.svelte";

await learn();
mount(App, { target: document.getElementById("page")! });
