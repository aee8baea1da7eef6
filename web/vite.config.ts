import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Where `npm run dev` finds the server; the built page is served by the server itself. */
const server = process.env["OVELLE_URL"] ?? "http://127.0.0.1:8080";

const maps = fileURLToPath(new URL("../content/map/", import.meta.url));

/** Serves the built-in map, which lies with the other content, as `/map/*.json`. */
function builtInMap(): Plugin {
  const names = readdirSync(maps).filter((name) => name.endsWith(".json"));
  return {
    name: "built-in-map",
    configureServer(dev) {
      for (const name of names) {
        dev.middlewares.use(`/map/${name}`, (_request, response) => {
          response.setHeader("Content-Type", "application/json");
          response.end(readFileSync(maps + name));
        });
      }
    },
    generateBundle() {
      for (const name of names) {
        this.emitFile({ type: "asset", fileName: `map/${name}`, source: readFileSync(maps + name) });
      }
    },
  };
}

export default defineConfig({
  plugins: [react(), builtInMap()],
  server: {
    host: "127.0.0.1",
    // `changeOrigin` stays off: the live socket compares Origin with Host.
    proxy: { "/api": { target: server, ws: true } },
  },
  build: {
    target: "es2022",
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/, priority: 2 },
            {
              name: "router",
              test: /node_modules[\\/](react-router|@tanstack[\\/](react-query|query-core))[\\/]/,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
