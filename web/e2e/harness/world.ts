/** All that a test file needs, made before its tests and put away after them. */
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { closeBrowser, theBrowser } from "./browser";
import { Kitchen } from "./kitchen";
import { Server, type ServerOptions } from "./server";
import { Visit, type VisitOptions } from "./visit";

/** People who come to look. */
export interface Visitors {
  /** Opens `path` as a new person, with a network of their own. */
  visit(path: string, options?: VisitOptions): Promise<Visit>;
  /** As {@link Visitors.visit}, but opens nothing yet. */
  visitor(options?: VisitOptions): Promise<Visit>;
}

/** A server with its kitchen, and a browser. */
export interface World extends Visitors {
  readonly server: Server;
  readonly kitchen: Kitchen;
}

/** Starts a server for this file's tests. */
export function useServer(options: ServerOptions = {}): Pick<World, "server" | "kitchen"> {
  let server: Server;
  let kitchen: Kitchen;
  beforeAll(async () => {
    server = await Server.start(options);
    kitchen = new Kitchen(server);
  });
  afterAll(async () => {
    await server?.stop();
  });
  return {
    get server() {
      return server;
    },
    get kitchen() {
      return kitchen;
    },
  };
}

/** Starts a server and a browser for this file's tests. No page of theirs may complain. */
export function useWorld(options: ServerOptions = {}): World {
  // The last that is begun is the first that is put away: no page loses its server.
  const started = useServer(options);
  beforeAll(async () => void (await theBrowser()));
  const visitors = useVisitors(() => [started.server.address]);
  return Object.assign(started, visitors);
}

/** Starts a browser whose pages reach the first of `servers` (`host:port`) that lives. No page of theirs may complain. */
export function useVisitors(servers: () => readonly string[]): Visitors {
  let visits: Visit[] = [];

  afterEach(async () => {
    const ending = visits;
    visits = [];
    await Promise.all(ending.map((visit) => visit.end()));
    expect(ending.flatMap((visit) => visit.complaints)).toEqual([]);
  });
  afterAll(closeBrowser);

  async function visitor(how?: VisitOptions): Promise<Visit> {
    const visit = await Visit.begin(await theBrowser(), servers(), how);
    visits.push(visit);
    return visit;
  }

  return {
    visitor,
    async visit(path, how) {
      const visit = await visitor(how);
      await visit.open(path);
      return visit;
    },
  };
}
