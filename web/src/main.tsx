import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { createQueryClient } from "./app/queryClient";
import { routes } from "./app/routes";
import "./ui/base.css";
import { applyTheme } from "./ui/theme";

applyTheme();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const app = createRoot(root);
const router = createBrowserRouter(routes);
const show = () =>
  app.render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );

// Until the first page's code has come, the first paint of `index.html` stays.
if (router.state.initialized) show();
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    show();
  });
}
