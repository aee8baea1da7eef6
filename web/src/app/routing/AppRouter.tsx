import { startTransition, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  type Location,
  type Navigator,
  parsePath,
  Router,
  type RouteObject,
  type To,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  useRoutes,
} from "react-router";
import { needsDocument } from "../../lib/pageDocument";
import { ErrorView } from "../ErrorView";
import { Catch } from "./Catch";
import { loadPages } from "./lazyPage";
import { usePending } from "./pending";
import { keepPosition, positionOf, storePositions } from "./positions";

type BrowserHistory = ReturnType<typeof createBrowserHistory>;

/** Where one is in the visit. */
interface Place {
  location: Location;
  action: BrowserHistory["action"];
  /** Whether the view stays where it is. */
  keepsView: boolean;
}

/**
 * The pages of the address; one that is left stays until the code of the next one has come. The library's data router,
 * which does as much, is larger than all else that pages carry of it.
 */
export function AppRouter({ routes }: { routes: RouteObject[] }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const { place, navigator } = usePlace(history, routes);
  useView(place);
  const { location, action } = place;
  return (
    <Router location={location} navigationType={action} navigator={navigator}>
      <Catch at={location} fallback={<ErrorView />}>
        <Suspense>
          <Routed routes={routes} />
        </Suspense>
      </Catch>
    </Router>
  );
}

function Routed({ routes }: { routes: RouteObject[] }) {
  return useRoutes(routes);
}

/** The place that is shown, and the ways to others. */
function usePlace(history: BrowserHistory, routes: RouteObject[]): { place: Place; navigator: Navigator } {
  const [place, setPlace] = useState<Place>({
    location: history.location,
    action: history.action,
    keepsView: false,
  });
  const shown = useRef(place.location);
  useLayoutEffect(() => {
    shown.current = place.location;
    usePending.setState({ isPending: false });
  }, [place]);
  const keepsView = useRef(false);
  useLayoutEffect(
    () =>
      history.listen(({ action, location }) => {
        keepPosition(shown.current);
        const next = { location, action, keepsView: keepsView.current };
        // All that is shown there at once, not each part when the one around it has come.
        void loadPages(routes, location.pathname);
        usePending.setState({ isPending: true });
        startTransition(() => setPlace(next));
      }),
    [history, routes],
  );
  const navigator = useMemo((): Navigator => {
    const keeping = (isKept: boolean | undefined, act: () => void) => {
      keepsView.current = isKept === true;
      act();
      keepsView.current = false;
    };
    /** Goes within the document, or loads the page where it needs one of its own. */
    const going =
      (way: "push" | "replace", load: (url: string) => void): Navigator["push"] =>
      (to, state, options) =>
        isOfOtherDocument(to)
          ? load(history.createHref(to))
          : keeping(options?.preventScrollReset, () => history[way](to, state));
    return {
      ...history,
      push: going("push", (url) => window.location.assign(url)),
      replace: going("replace", (url) => window.location.replace(url)),
    };
  }, [history]);
  return { place, navigator };
}

function isOfOtherDocument(to: To): boolean {
  const { pathname = "" } = typeof to === "string" ? parsePath(to) : to;
  return pathname !== "" && needsDocument(window.location.pathname, pathname);
}

/** Another page begins at its top or at what the address names; one that is gone back to is where it was left. */
function useView(place: Place): void {
  const { location, keepsView } = place;
  useEffect(() => {
    window.history.scrollRestoration = "manual";
    return () => {
      window.history.scrollRestoration = "auto";
    };
  }, []);
  useEffect(() => {
    const leave = () => {
      keepPosition(location);
      storePositions();
      window.history.scrollRestoration = "auto";
    };
    window.addEventListener("pagehide", leave);
    return () => window.removeEventListener("pagehide", leave);
  }, [location]);
  useLayoutEffect(() => {
    const before = positionOf(location);
    const named = before === undefined ? document.getElementById(fragmentOf(location.hash)) : null;
    // Newer browsers answer these with promises, which are no way to end an effect.
    if (before !== undefined) void window.scrollTo(0, before);
    else if (named) void named.scrollIntoView();
    else if (!keepsView) void window.scrollTo(0, 0);
  }, [location, keepsView]);
}

function fragmentOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
