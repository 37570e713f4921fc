import { svelte } from "@sveltejs/vite-plugin-svelte";
import { preloaded } from "./preload.ts";
import { defineConfig } from "vitest/config";

// The edge serves the built page; `npm run dev` serves it itself and hands /api on to a running edge.
const edge = "http://127.0.0.1:8420";

const FIRST = /vite\/preload-helper|src\/(keep|app\/(places|screens|version)|games\/load|i18n\/languages|wire\/early)\.ts$/;
const BASE = /node_modules\/|src\/(app|chance|forms|parts|room|wire)\/|src\/(json|i18n\/(formats|messages|speak\.svelte)|games\/words)\.ts$/;
const FETIH = /src\/games\/fetih\//;

export default defineConfig(({ mode }) => ({
  plugins: [svelte(), preloaded(["/src/app/start.ts"])],
  build: {
    target: "es2022",
    // Nothing is inlined: the page runs under `default-src 'self'`, which forbids data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Few files, since each costs a slow line a round: what the first script needs, what every screen needs,
        // and each screen and game by itself.
        codeSplitting: {
          groups: [
            { name: "first", test: FIRST, priority: 2 },
            { name: "base", test: BASE, priority: 1, minShareCount: 2 },
            { name: "fetih", test: FETIH, priority: 1, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // Tests run the page's state as a browser does, not as a server that renders it once.
  resolve: mode === "test" ? { conditions: ["browser"] } : {},
  test: { setupFiles: ["tests/support/browser.ts"], restoreMocks: true },
  server: { proxy: { "/api": { target: edge, ws: true } } },
}));
