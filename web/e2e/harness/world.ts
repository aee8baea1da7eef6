/** All that a test file needs, made before its tests and put away after them. */
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { closeBrowser, theBrowser } from "./browser";
import { Kitchen } from "./kitchen";
import { Server, type ServerOptions } from "./server";
import { Visit, type VisitOptions } from "./visit";

/** A server with its kitchen, and a browser. */
export interface World {
  readonly server: Server;
  readonly kitchen: Kitchen;
  /** Opens `path` as a new person, with a network of their own. */
  visit(path: string, options?: VisitOptions): Promise<Visit>;
  /** As {@link World.visit}, but opens nothing yet. */
  visitor(options?: VisitOptions): Promise<Visit>;
}

/** Starts a server and a browser for this file's tests. No page of theirs may complain. */
export function useWorld(options: ServerOptions = {}): World {
  let server: Server;
  let kitchen: Kitchen;
  let visits: Visit[] = [];

  beforeAll(async () => {
    [server] = await Promise.all([Server.start(options), theBrowser()]);
    kitchen = new Kitchen(server);
  });

  afterEach(async () => {
    const ending = visits;
    visits = [];
    await Promise.all(ending.map((visit) => visit.end()));
    expect(ending.flatMap((visit) => visit.complaints)).toEqual([]);
  });

  afterAll(async () => {
    await closeBrowser();
    await server?.stop();
  });

  async function visitor(how?: VisitOptions): Promise<Visit> {
    const visit = await Visit.begin(await theBrowser(), server, how);
    visits.push(visit);
    return visit;
  }

  return {
    get server() {
      return server;
    },
    get kitchen() {
      return kitchen;
    },
    visitor,
    async visit(path, how) {
      const visit = await visitor(how);
      await visit.open(path);
      return visit;
    },
  };
}
