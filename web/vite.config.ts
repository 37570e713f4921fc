import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The edge serves the built page; `npm run dev` serves it itself and hands /api on to a running edge.
const edge = "http://127.0.0.1:8420";

export default defineConfig(({ mode }) => ({
  plugins: [svelte()],
  build: {
    target: "es2022",
    // Nothing is inlined: the page runs under `default-src 'self'`, which forbids data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // Tests run the page's state as a browser does, not as a server that renders it once.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { setupFiles: ["tests/support/browser.ts"], restoreMocks: true },
  server: { proxy: { "/api": { target: edge, ws: true } } },
}));
