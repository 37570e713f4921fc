/* The pages of text, by their name in the address. */

import type { Component } from "svelte";
import type { TextPage } from "../app/places";
import About from "./About.svelte";
import Contact from "./Contact.svelte";
import Privacy from "./Privacy.svelte";

export const TEXTS: Readonly<Record<TextPage, Component>> = { privacy: Privacy, about: About, contact: Contact };
