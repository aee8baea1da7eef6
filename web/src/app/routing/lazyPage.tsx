import { type ComponentType, use } from "react";
import { matchRoutes, type RouteObject } from "react-router";
import { Code } from "../../lib/Code";

/** What a page's module gives. */
export interface PageModule {
  Component: ComponentType;
}

/** What a route says of itself. */
interface PageHandle {
  code: Code<PageModule>;
}

/** A route's page, whose code comes when it is first gone to. */
export function lazyPage(fetch: () => Promise<PageModule>): Pick<RouteObject, "element" | "handle"> {
  const code = new Code(fetch);
  return { element: <Page code={code} />, handle: { code } satisfies PageHandle };
}

function Page({ code }: PageHandle) {
  const { Component } = code.module ?? use(code.load());
  return <Component />;
}

/** Asks for the code of all that is shown at a path; resolves when it has come, or is known not to. */
export async function loadPages(routes: RouteObject[], path: string): Promise<void> {
  const codes = (matchRoutes(routes, path) ?? []).map(({ route }) => codeOf(route.handle)?.load());
  await Promise.allSettled(codes);
}

function codeOf(handle: unknown): Code<unknown> | null {
  return typeof handle === "object" && handle !== null && "code" in handle && handle.code instanceof Code
    ? handle.code
    : null;
}
