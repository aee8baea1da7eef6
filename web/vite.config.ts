import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Where `npm run dev` finds the server; the built page is served by the server itself. */
const server = process.env["OVELLE_URL"] ?? "http://127.0.0.1:8080";

export default defineConfig({
  plugins: [react()],
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
            { name: "router", test: /node_modules[\\/](react-router|@tanstack)[\\/]/, priority: 1 },
          ],
        },
      },
    },
  },
});
