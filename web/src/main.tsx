import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter } from "react-router";
import { RouterProvider } from "react-router/dom";
import { firstData } from "./app/firstData";
import { createQueryClient } from "./app/queryClient";
import { routes } from "./app/routes";
import "./ui/base.css";
import { applyTheme } from "./ui/theme";

applyTheme();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const app = createRoot(root);
const router = createBrowserRouter(routes);
const client = createQueryClient();
const isThere = firstData(client, location.pathname);
const show = () =>
  void isThere.then(() =>
    app.render(
      <StrictMode>
        <QueryClientProvider client={client}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );

// Until the first page's code and what would move it have come, the first paint of `index.html` stays.
if (router.state.initialized) show();
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    show();
  });
}
