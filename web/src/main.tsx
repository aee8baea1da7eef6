import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { firstData } from "./app/firstData";
import { createQueryClient } from "./app/queryClient";
import { routes } from "./app/routes";
import { AppRouter } from "./app/routing/AppRouter";
import { loadPages } from "./app/routing/lazyPage";
import "./ui/base.css";
import { applyTheme } from "./ui/theme";

applyTheme();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const app = createRoot(root);
const client = createQueryClient();
const { pathname } = location;

// Until the first page's code and what would move it have come, the first paint of `index.html` stays.
void Promise.all([loadPages(routes, pathname), firstData(client, pathname)]).then(() =>
  app.render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <AppRouter routes={routes} />
      </QueryClientProvider>
    </StrictMode>,
  ),
);
