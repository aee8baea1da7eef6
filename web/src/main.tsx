import { QueryClientProvider } from "@tanstack/react-query";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "./analytics/uncaught";
import { firstPage } from "./app/firstData";
import { createQueryClient } from "./app/queryClient";
import { routes } from "./app/routes";
import { AppRouter } from "./app/routing/AppRouter";
import { keepAskingForPictures } from "./lib/lostPictures";
import { keepAskingForStyles } from "./lib/lostStyles";
import "./ui/base.css";
import { mayCarrySecrets } from "./lib/secretLinks";
import { applyTheme } from "./ui/theme";

applyTheme();
keepAskingForStyles();
keepAskingForPictures();

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
const app = createRoot(root);
const client = createQueryClient();
const { pathname } = location;

/** Nothing is asked or drawn at an address with a secret in it. */
const secretsTaken = mayCarrySecrets(location)
  ? import("./lib/secrets").then(({ takeSecrets }) => takeSecrets())
  : Promise.resolve();

// Until the first page's code and what would move it have come, the first paint of `index.html` stays.
// A transition is drawn in slices: what one presses meanwhile is answered.
void secretsTaken
  .then(() => firstPage(client, routes, pathname))
  .then(() =>
    startTransition(() =>
      app.render(
        <StrictMode>
          <QueryClientProvider client={client}>
            <AppRouter routes={routes} />
          </QueryClientProvider>
        </StrictMode>,
      ),
    ),
  );
