// @vitest-environment jsdom
/** A session that the server knows no more, met by a call that is for guests too. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { get } from "../api/client";
import { refusal, serve } from "../api/testing/server";
import { sendAsVisitor } from "./asUser";
import { hint, useSessionHints } from "./hints";
import { HERE } from "./session";

beforeEach(() => {
  localStorage.clear();
  hint({});
});
afterEach(() => vi.unstubAllGlobals());

const CALL = "GET /api/commerce/v2/shops/summaries";
const signedOut = refusal(401, "users/unauthorized", "Kirjaudu sisään.");
const ask = () => sendAsVisitor(get("/api/commerce/v2/shops/summaries")).catch(() => null);

test.each([
  ["is told to who was signed in here", "1", signedOut, true],
  ["is nothing to a guest", null, signedOut, false],
  ["is another thing than a server that fails", "1", refusal(503, "service/unavailable", "Ei nyt."), false],
])("%s", async (_, here, answer, lost) => {
  if (here !== null) localStorage.setItem(HERE, here);
  serve({ [CALL]: answer });
  await ask();
  expect(useSessionHints.getState().lost).toBe(lost);
});
