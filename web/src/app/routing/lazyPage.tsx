import type { QueryClient } from "@tanstack/react-query";
import { type ComponentType, use } from "react";
import { matchRoutes, type Params, type RouteObject } from "react-router";
import { Code } from "../../lib/Code";

/** What a page's module gives. */
export interface PageModule {
  Component: ComponentType;
  /** Asks ahead for what stands above the fold, where it is the first page of a visit. */
  firstData?: (client: QueryClient, params: Params) => Promise<unknown>;
}

/** A page whose code has come, with what its address names. */
interface LoadedPage {
  module: PageModule;
  params: Params;
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
export async function loadPages(routes: RouteObject[], path: string): Promise<LoadedPage[]> {
  const coming = (matchRoutes(routes, path) ?? []).map(async ({ route, params }) => {
    const module = isPageHandle(route.handle) ? await route.handle.code.load() : null;
    return module === null ? [] : [{ module, params }];
  });
  const settled = await Promise.allSettled(coming);
  return settled.flatMap((page) => (page.status === "fulfilled" ? page.value : []));
}

function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === "object" && handle !== null && "code" in handle && handle.code instanceof Code;
}
