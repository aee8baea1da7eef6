/** What an editor sees by the token of a link. */
import { beforeEach, afterEach, expect, test, vi } from "vitest";
import { previewToken } from "../../lib/preview";
import { mayCarrySecrets } from "../../lib/secretLinks";
import { takeSecrets } from "../../lib/secrets";
import { askStory } from "./askStory";

const { signal } = new AbortController();

beforeEach(() => sessionStorage.clear());
afterEach(() => vi.unstubAllGlobals());

/** Comes to an address; answers what stands in its place once the app has begun. */
function arrive(at: string): string {
  window.history.replaceState(null, "", at);
  if (mayCarrySecrets(window.location)) takeSecrets();
  const { pathname, search, hash } = window.location;
  return pathname + search + hash;
}

/** A server with drafts for whoever has the token; what was asked, by the token that was said. */
function withDrafts(token: string): (string | null)[] {
  const said: (string | null)[] = [];
  vi.stubGlobal("fetch", async (_path: string, init: RequestInit = {}) => {
    const given = new Headers(init.headers).get("x-ovelle-preview");
    said.push(given);
    if (given !== null && given !== token) {
      const refusal = { messageCode: "cms/preview-forbidden", message: "", metadata: {} };
      return new Response(JSON.stringify(refusal), { status: 403 });
    }
    return new Response(JSON.stringify({ version: given === null ? "published" : "draft" }));
  });
  return said;
}

const version = async () => (await askStory("sivut/lounas", signal)).version;

// spec: CT-30
test("a link's token is taken out of the address once, and shows this tab drafts", async () => {
  const said = withDrafts("s3cret");
  expect(await version()).toBe("published");
  expect(arrive("/lounas?a=b#_preview=s3cret")).toBe("/lounas?a=b");
  expect(await version()).toBe("draft");
  expect(arrive("/menu#dipit")).toBe("/menu#dipit");
  expect(await version()).toBe("draft");
  expect(said).toEqual([null, "s3cret", "s3cret"]);
  arrive("/#_preview=");
  expect(await version()).toBe("published");
});

test("a token that shows nothing is forgotten, and everybody's page stands", async () => {
  const said = withDrafts("uusi");
  arrive("/#_preview=vanha");
  expect(await version()).toBe("published");
  expect(await version()).toBe("published");
  expect(said).toEqual(["vanha", null, null]);
});

test.each(["%C3%A4", "%", "a%0Ab", "x".repeat(201)])("what no header carries is no token: %s", (token) => {
  expect(arrive(`/#_preview=${token}`)).toBe("/");
  expect(["%", null]).toContain(previewToken());
});
