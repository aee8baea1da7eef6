/** In which document reCAPTCHA's script runs. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Identity } from "../../../api/wire";
import { identityQuery } from "../../../session/identity";
import { recaptchaToken } from "./recaptcha";
import { useCaptchaDocument } from "./useCaptchaDocument";

const reload = vi.fn<() => void>();

beforeEach(() => {
  reload.mockClear();
  vi.stubGlobal("grecaptcha", {
    enterprise: { ready: (then: () => void) => then(), execute: async () => "token" },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Door() {
  useCaptchaDocument();
  return null;
}

/** Stands at a path, in a document that was asked for at another. */
function open(provider: "embedded" | "recaptcha", document: string, path: string) {
  const loaded = { name: `http://localhost${document}` } as PerformanceEntry;
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([loaded]);
  lead(path);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(identityQuery.queryKey, {
    captcha: { provider, siteKey: "avain", minTokenLength: 250 },
  } as Identity);
  return render(
    <QueryClientProvider client={client}>
      <Door />
    </QueryClientProvider>,
  );
}

function lead(pathname: string) {
  vi.stubGlobal("location", { pathname, href: `http://localhost${pathname}`, reload });
}

test("a page that another page's document led to is opened anew, before anything is written", () => {
  open("recaptcha", "/menu", "/kirjaudu");
  expect(reload).toHaveBeenCalledTimes(1);
});

test.each(["/kirjaudu?callback=%2Fmenu", "/rekisteroidy", "/Kirjaudu"])(
  "one that was opened at %s stands",
  (document) => {
    open("recaptcha", document, "/kirjaudu");
    expect(reload).not.toHaveBeenCalled();
  },
);

test("our own captcha needs no document of its own", () => {
  open("embedded", "/menu", "/kirjaudu").unmount();
  expect(reload).not.toHaveBeenCalled();
});

test("pages after it are opened anew where the script has run, and only there", async () => {
  const without = open("recaptcha", "/kirjaudu", "/kirjaudu");
  lead("/menu");
  without.unmount();
  expect(reload).not.toHaveBeenCalled();

  const page = open("recaptcha", "/kirjaudu", "/kirjaudu");
  const token = recaptchaToken("avain", "login");
  document.head.querySelector('script[src*="recaptcha"]')?.dispatchEvent(new Event("load"));
  await token;
  lead("/rekisteroidy");
  page.unmount();
  expect(reload).not.toHaveBeenCalled();

  const next = open("recaptcha", "/kirjaudu", "/rekisteroidy");
  lead("/menu");
  next.unmount();
  expect(reload).toHaveBeenCalledTimes(1);
});
