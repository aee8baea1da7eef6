import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

import { productPictures } from "./pictures/plugin.ts";

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

/** Writes the faces of our fonts and the style of the first paint into the page. */
function firstPaint(): Plugin {
  const styles = ["src/ui/fonts.css", "first.css"].map((name) => new URL(name, import.meta.url));
  const style = () => styles.map((url) => readFileSync(url, "utf8")).join("");
  return {
    name: "first-paint",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace("/* first.css */", style),
    },
  };
}

/** The first paint waits for no stylesheet. The app does, since scripts wait for the styles before them. */
function stylesAfterFirstPaint(): Plugin {
  const sheet = /\s*<link rel="stylesheet"( crossorigin)? href="([^"]+)">/g;
  return {
    name: "styles-after-first-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const sheets = [...html.matchAll(sheet)].map(([tag]) => tag.trim());
        const preloads = sheets.map((tag) => tag.replace('rel="stylesheet"', 'rel="preload" as="style"'));
        return html
          .replace(sheet, "")
          .replace("</head>", () => `  ${preloads.join("")}\n  </head>`)
          .replace("<!--styles-->", () => sheets.join(""));
      },
    },
  };
}

export default defineConfig({
  plugins: [react(), builtInMap(), productPictures(), firstPaint(), stylesAfterFirstPaint()],
  server: {
    host: "127.0.0.1",
    // `changeOrigin` stays off: the live socket compares Origin with Host.
    proxy: { "/api": { target: server, ws: true }, "/version": { target: server } },
  },
  build: {
    target: "es2022",
    // By it the server knows which files a page needs.
    manifest: true,
    // Browsers that know no modulepreload ask for the same files a moment later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The test provider's page, which is none of this build, names the fonts too.
        assetFileNames: ({ names: [name = ""] }) =>
          name.endsWith(".woff2") ? "assets/[name][extname]" : "assets/[name]-[hash][extname]",
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: "router", test: /node_modules[\\/]react-router[\\/]/ },
            // Many small ones: each by itself would cost a request. Those of one or two pages come with them.
            { name: "icons", minShareCount: 3, test: /node_modules[\\/]lucide-react[\\/]/ },
          ],
        },
      },
    },
  },
});
