/** What goes wrong at the door is told to the shop's log, beside what the person is told. */
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../api/testing/server";
import type { Identity } from "../../api/wire";
import { aUser, knowing } from "../../session/testing/people";
import { Component as BirthDatePage } from "./BirthDatePage";
import { captchaToken } from "./captcha/captchaToken";
import { IDENTITY, openPage } from "./testing/open";

const beacon = vi.fn<(path: string, body: string) => boolean>(() => true);

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  beacon.mockClear();
  Object.defineProperty(navigator, "sendBeacon", { value: beacon, configurable: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const script of document.head.querySelectorAll("script")) script.remove();
});

/** The codes that the log has got. */
async function logged(): Promise<string[]> {
  await vi.advanceTimersByTimeAsync(20_000);
  return beacon.mock.calls.flatMap(([, body]) =>
    (JSON.parse(body) as { events: { code: string }[] }).events.map(({ code }) => code),
  );
}

// spec: LG-45
describe("the log is told", () => {
  const SITE = { captcha: { provider: "recaptcha", siteKey: "avain", minTokenLength: 250 } } as Identity;
  const script = (event: string) => document.head.querySelector("script")?.dispatchEvent(new Event(event));

  test.each([
    ["did not come", "FRONTEND_CAPTCHA_SCRIPT_ERROR", () => script("error")],
    ["was never ready", "FRONTEND_CAPTCHA_LOAD_ERROR", () => {}],
    [
      "gave nothing",
      "FRONTEND_CAPTCHA_EXECUTE_ERROR",
      () => {
        const execute = () => Promise.reject(new Error("no"));
        vi.stubGlobal("grecaptcha", { enterprise: { ready: (then: () => void) => then(), execute } });
        script("load");
      },
    ],
  ])("of a captcha whose script %s: %s", async (_, code, happens) => {
    const token = captchaToken(SITE, "login").catch(({ code: why }: { code: string }) => why);
    happens();
    expect(await logged()).toEqual([code]);
    expect(await token).toBe("captcha/failed");
  });

  test.each<[string, Answer, string]>([
    ["who may not join", { status: 500 }, "FRONTEND_REGISTER_LOYALTY_ERROR"],
    [
      "a birth date that is not taken",
      refusal(409, "users/birth-date-set", "Syntymäpäivää ei voi enää muuttaa itse. Ota yhteyttä."),
      "FRONTEND_BIRTHDAY_ERROR",
    ],
  ])("of %s", async (_, answer, code) => {
    serve({ ...IDENTITY, "POST /api/loyalty/register": answer });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const newcomer = aUser({ showLoyaltySignUpPage: true });
    openPage(BirthDatePage, "/rekisteroidy/syntymaaika", knowing({ user: newcomer, roles: [] }));
    for (const [label, value] of [
      ["Päivä", "28"],
      ["Kuukausi", "2"],
      ["Vuosi", "1990"],
    ] as const) {
      await user.selectOptions(screen.getByLabelText(label), value);
    }
    await user.click(screen.getByRole("button", { name: "Jatka" }));
    await vi.waitFor(() => expect(screen.getAllByRole("alert")[0]).not.toBeEmptyDOMElement());
    expect(await logged()).toEqual([code]);
  });
});
