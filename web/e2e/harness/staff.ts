/** People of the staff: let in by the command line, signed in as a page does it. */
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { BOARD } from "../../src/features/desk-board/texts";
import { SIGN_IN } from "../../src/features/sign-in/texts";
import type { Server } from "./server";
import type { Visit, VisitOptions } from "./visit";
import type { World } from "./world";

/** Somebody of the staff. */
export interface Person {
  email: string;
  password: string;
}

const CHOSEN = "uunissa on 325 astetta";
let people = 0;

/** Lets somebody new in; their password is good until they have chosen their own. */
export async function letIn(server: Server, ...restaurants: string[]): Promise<Person> {
  people += 1;
  const email = `henkilo${people}@ovelle.example`;
  const bound = restaurants.length === 0 ? [] : ["--restaurants", restaurants.join(",")];
  const password = await server.command("staff", "add", email, ...bound);
  return { email, password: password.trim() };
}

/** Takes everything from somebody. */
export async function remove(server: Server, { email }: Person): Promise<void> {
  await server.command("staff", "remove", email);
}

/** Lets somebody new in who has chosen a password already. */
export async function colleague(server: Server, ...restaurants: string[]): Promise<Person> {
  const person = await letIn(server, ...restaurants);
  const cookie = await cookieOf(server, person);
  const answer = await send(server, "/api/users/staff/password", cookie, {
    password: person.password,
    newPassword: CHOSEN,
  });
  expect(answer.status).toBe(204);
  return { ...person, password: CHOSEN };
}

/** Signs somebody in without the page, and puts the session into a visit's browser. */
export async function signIn(server: Server, visit: Visit, person: Person): Promise<void> {
  const [name = "", value = ""] = (await cookieOf(server, person)).split("=");
  await visit.carry(name, value);
}

async function cookieOf(server: Server, { email, password }: Person): Promise<string> {
  const answer = await send(server, "/api/users/staff/sign-in", null, { email, password });
  expect(answer.status).toBe(200);
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

/** Reads something as somebody of the staff. */
export async function readAs<Answer>(server: Server, person: Person, path: string): Promise<Answer> {
  const answer = await fetch(server.url + path, { headers: { cookie: await cookieOf(server, person) } });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as Answer;
}

function send(server: Server, path: string, cookie: string | null, body: unknown): Promise<Response> {
  return fetch(server.url + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-ovelle-csrf": "1",
      ...(cookie !== null && { cookie }),
    },
    body: JSON.stringify(body),
  });
}

/** Opens `path` as somebody who is signed in. */
export async function visitAs(world: World, how: VisitOptions, person: Person, path: string): Promise<Visit> {
  const visit = await world.visitor(how);
  await signIn(world.server, visit, person);
  await visit.open(path);
  return visit;
}

/** Fills the sign-in form in and sends it. */
export async function writeIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel(SIGN_IN.email).fill(email);
  await page.getByLabel(SIGN_IN.password).fill(password);
  await page.getByRole("button", { name: SIGN_IN.send }).click();
}

/** The rows of the board. */
export function boardRows(page: Page): Locator {
  return page.getByRole("grid", { name: BOARD.title }).locator("[data-order]");
}

/** An order's row on the board. */
export function boardRow(page: Page, orderId: string): Locator {
  return page.getByRole("grid", { name: BOARD.title }).locator(`[data-order="${orderId}"]`);
}
