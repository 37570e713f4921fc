/* What of a browser the page's modules touch when they are loaded. */

import { vi } from "vitest";

vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("location", { protocol: "http:", host: "divan.test", origin: "http://divan.test", pathname: "/", search: "" });

// Texts are there before anything speaks.
await (await import("../../src/i18n/speak.svelte")).learn();
