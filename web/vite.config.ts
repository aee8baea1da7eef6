import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import react from "@vitejs/plugin-react";
import { defineConfig, minify, type Plugin } from "vite";

import { chunks } from "./chunks.ts";
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
  const styles = ["src/ui/fonts.css", "first.css", "first.screens.css"].map(
    (name) => new URL(name, import.meta.url),
  );
  const style = () => styles.map((url) => readFileSync(url, "utf8")).join("");
  return {
    name: "first-paint",
    transformIndexHtml: {
      order: "pre",
      handler: (html) => html.replace("/* first.css */", style),
    },
  };
}

/**
 * Nothing competes with the first paint: the app's files lie in a template, and a script in the page asks for them once that
 * paint stands. The server adds what the page needs beside the entry.
 */
function appAfterFirstPaint(): Plugin {
  const file = /\s*<(?:script type="module"|link rel="(?:modulepreload|stylesheet)")[^>]*>(?:<\/script>)?/g;
  const start = new URL("start.js", import.meta.url);
  return {
    name: "app-after-first-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      async handler(html) {
        const files = [...html.matchAll(file)].map(([tag]) => tag.trim());
        const entry = files.join("").match(/<script [^>]*src="([^"]+)"/)?.[1];
        const { code: script } = await minify("start.js", readFileSync(start, "utf8"));
        return html
          .replace(file, "")
          .replace(
            "<!--app-->",
            () =>
              `<template id="app"><link rel="modulepreload" crossorigin href="${entry}">${files.join("")}<!--files--></template>` +
              `<script>${script.trim()}</script>`,
          );
      },
    },
  };
}

const together = chunks();
/** The library's own entry is its development build, which warns of what no visitor can mend. */
const router = new URL("node_modules/react-router/dist/production/index.mjs", import.meta.url);

export default defineConfig(({ command }) => ({
  plugins: [react(), builtInMap(), productPictures(), firstPaint(), appAfterFirstPaint(), together.plugin],
  resolve: {
    alias: command === "build" ? [{ find: /^react-router$/, replacement: fileURLToPath(router) }] : [],
  },
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
        codeSplitting: together.codeSplitting,
      },
    },
  },
}));
