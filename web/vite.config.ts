import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The edge serves the built page; `npm run dev` serves it itself and hands /api on to a running edge.
const edge = "http://127.0.0.1:8420";

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2022",
    // Nothing is inlined: the page runs under `default-src 'self'`, which forbids data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: edge, ws: true } } },
});
