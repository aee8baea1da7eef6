/** A customer with an account, as an app of theirs would make and use it. */
import { createHash } from "node:crypto";
import { expect } from "vitest";
import type { PastOrder } from "../../src/api/wire";
import type { Server } from "./server";

/** Who has an account. */
export interface Customer {
  name: string;
  phone: string;
  /** Makes a call as them. */
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Their orders, the newest first. */
  history(): Promise<PastOrder[]>;
}

let customers = 0;

/** Registers somebody new; each has a number of their own. */
export async function customer(server: Server, lastName: string): Promise<Customer> {
  customers += 1;
  const phone = `040 555 ${String(1000 + customers)}`;
  const token = await captchaToken(server);
  const answer = await send(server, "POST", "/api/users/register", null, {
    firstName: "Aino",
    lastName,
    email: `asiakas${customers}@ovelle.example`,
    phone,
    password: "kuusi kettua kuusessa",
    acceptedTerms: true,
    acceptedLoyaltyTerms: true,
    googleRecaptchaToken: token,
  });
  expect(answer.status).toBe(201);
  const cookie = answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const call = async <Answer>(method: string, path: string, body?: unknown) => {
    const came = await send(server, method, path, cookie, body);
    expect(came.ok, `${method} ${path}: ${came.status}`).toBe(true);
    return (await came.json()) as Answer;
  };
  return {
    name: `Aino ${lastName}`,
    phone,
    call,
    history: () => call<PastOrder[]>("GET", "/api/commerce/v2/customers/me/orders/details"),
  };
}

function send(
  server: Server,
  method: string,
  path: string,
  cookie: string | null,
  body?: unknown,
): Promise<Response> {
  const headers = {
    "content-type": "application/json",
    "x-ovelle-csrf": "1",
    ...(cookie !== null && { cookie }),
  };
  return fetch(server.url + path, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** Solves what the server asks (docs/spec/people.md, "Captcha"). */
async function captchaToken(server: Server): Promise<string> {
  const asked = await send(server, "POST", "/api/users/captcha", null, { action: "register" });
  const { challenge, difficulty } = (await asked.json()) as { challenge: string; difficulty: number };
  for (let n = 0; ; n += 1) {
    const token = `${challenge}.${n}`;
    if (zeroBits(createHash("sha256").update(token).digest()) >= difficulty) return token;
  }
}

function zeroBits(digest: Buffer): number {
  const first = digest.readUInt32BE();
  return first === 0 ? 32 : Math.clz32(first);
}
