/** A member's page: the card, the ways out of it, and what is shown once. */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Question, refusal } from "../../api/testing/server";
import type { User } from "../../api/wire";
import { aUser, CALL_CENTRE_USER, SESSION, sessionIs } from "../../session/testing/people";
import { aBenefit, aMember, aRow } from "../../shop/loyalty/testing/member";
import { Component as MemberPage } from "./MemberPage";
import { MEMBER, openFor, openMember, WELCOME_SEEN } from "./testing/open";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

const region = async (name: string) => within(await screen.findByRole("region", { name }));

// spec: LO-08
test.each<[string, User | null, string]>([
  ["a guest", null, "/kotijoukot"],
  ["who is no member", aUser(), "/kotijoukot"],
  ["the call centre", CALL_CENTRE_USER, "/"],
  ["who has the terms before them", aUser({ acceptedTerms: false }), "/hyvaksy-kayttoehdot"],
])("%s is led on", async (_, user, path) => {
  const { router } = openFor(user, MemberPage, "/minun-kotijoukot");
  expect(await screen.findByText("Perillä")).toBeVisible();
  expect(router.state.location.pathname).toBe(path);
});

// spec: LO-05, LO-10, LO-11
test("the plate has nine places, says what is missing and until when the slices hold", async () => {
  openMember({ slices: 5 });
  expect(await screen.findByRole("heading", { level: 1, name: "Palkintoslaissini" })).toBeVisible();
  const plate = await screen.findByRole("img", {
    name: "5 slaissia yhdeksästä. Pyöräytys kohdissa 2 ja 6.",
  });
  expect([...plate.querySelectorAll("text")].map(({ textContent }) => textContent)).toEqual([
    "6",
    "7",
    "8",
    "9",
  ]);
  expect(screen.getByText("Enää 4 slaissia ja ilmaista pizzaa pukkaa.")).toBeVisible();
  expect(screen.getByText("24.5.2027")).toBeVisible();
});

// spec: LO-04
test("an empty plate promises a slice for a pizza, not for any order", async () => {
  openMember({ slices: 0, ledger: [] });
  expect(await screen.findByText("Seuraava pizzasi tuo ensimmäisen slaissin.")).toBeVisible();
});

// spec: LO-01
test("nine slices are a whole pizza, with its code", async () => {
  const pizza = aBenefit({ type: "freePizza", benefit: "Ilmainen pizza", code: "p1zza00000000" });
  openMember({
    slices: 0,
    benefits: [pizza],
    ledger: [aRow({ type: "slices_converted", slices_added: -9 })],
  });
  expect(await screen.findByText("Yhdeksän slaissia. Pizza on sinun.")).toBeVisible();
  expect(screen.getAllByText("p1zz a000 00000").length).toBeGreaterThan(0);
  const wheel = await region("Pizzapyörä");
  expect(wheel.getByText(/Seuraava seuraavasta slaissista\./)).toBeVisible();
});

// spec: LO-09, LO-26
test("the ledger says what came last and what there is now; the rest is a press away", async () => {
  const ledger = [
    aRow({ orderId: "10234", slices_added: 2, spins_added: 1 }),
    ...[1, 2, 3, 4, 5].map((at) => aRow({ orderId: `1010${at}` })),
  ];
  openMember({ slices: 7, ledger });
  const rows = await region("Viimeisimmät slaissit");
  const first = rows.getByText("Tilaus 10234").closest("li");
  expect(first).toHaveTextContent(/Tilaus 10234.*1 pyöräytys.*\+2/);
  expect(rows.getAllByRole("listitem")).toHaveLength(5);
  expect(rows.getByText("7 slaissia")).toBeVisible();
  await userEvent.click(rows.getByRole("button", { name: "Näytä kaikki" }));
  expect(rows.getAllByRole("listitem")).toHaveLength(6);
  expect(rows.getAllByRole("listitem").at(-1)).toHaveFocus();
});

// spec: LO-13, LO-15
test("help says where slices come from, and leads to questions, contact and terms", async () => {
  openMember();
  const help = await region("Miten slaisseja kertyy?");
  expect(help.getByText(/joka kymmenes slaissi/)).toBeVisible();
  const hrefs = help.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(hrefs).toEqual(["/ota-yhteytta", "/ota-yhteytta", "/kupongit", "/ehdot/kotijoukkojen-kayttoehdot"]);
});

describe("the wheel's card", () => {
  const at = (reason: "locked" | "birthDate" | "age" | "noSpins") =>
    openMember({ spins: 0, wheel: { ...aMember().wheel, enabled: false, reason } });

  // spec: WH-03
  test("leads to the wheel where spins wait", async () => {
    openMember({ slices: 5, spins: 2 });
    const wheel = await region("Pizzapyörä");
    expect(wheel.getByText("2 pyöräytystä odottaa. Seuraava kuudennesta slaissista.")).toBeVisible();
    await userEvent.click(wheel.getByRole("button", { name: "Pyöräytä" }));
    expect(await screen.findByRole("dialog", { name: "Pizzapyörä" })).toBeVisible();
  });

  // spec: WH-02
  test("is locked until the first order", async () => {
    at("locked");
    const wheel = await region("Pizzapyörä");
    expect(wheel.getByText("Pyörä aukeaa ensimmäisestä tilauksestasi.")).toBeVisible();
    expect(wheel.queryByRole("button", { name: "Pyöräytä" })).toBeNull();
  });

  // spec: WH-05
  test("asks for a birth date that is missing", async () => {
    at("birthDate");
    const wheel = await region("Pizzapyörä");
    expect(wheel.getByRole("link", { name: "Syötä syntymäaika" })).toHaveAttribute(
      "href",
      "/asiakastili/omat-tiedot#syntymaaika",
    );
  });

  test("says no more than its rule to who is too young", async () => {
    at("age");
    const wheel = await region("Pizzapyörä");
    expect(wheel.getByText("Pyörää saa pyörittää 15-vuotiaasta alkaen.")).toBeVisible();
    expect(wheel.queryByRole("button")).toBeNull();
    expect(wheel.queryByRole("link")).toBeNull();
    expect(screen.queryByText(/tuovat pyöräytyksen/)).toBeNull();
    expect(screen.getByRole("img", { name: "5 slaissia yhdeksästä." })).toBeVisible();
  });

  test("says when the next spin comes where none is left", async () => {
    at("noSpins");
    const wheel = await region("Pizzapyörä");
    expect(wheel.getByText("Ei pyöräytyksiä juuri nyt. Seuraava kuudennesta slaissista.")).toBeVisible();
  });
});

describe("the welcome", () => {
  const welcome = () => screen.findByRole("dialog", { name: "Tervetuloa Kotijoukkoihin" });
  const seen = { [WELCOME_SEEN]: { status: 204 } };
  const cards = [
    { status: 200, body: aMember({ showWelcomeModal: true }) },
    { status: 200, body: aMember() },
  ];

  // spec: LO-14
  test("has four slides, forward by a press or by the dots, and is closed for good", async () => {
    const { asked } = openMember({}, { ...seen, [MEMBER]: [...cards] });
    const dialog = within(await welcome());
    const dots = dialog.getAllByRole("button", { name: /^Sivu \d\/4$/ });
    expect(dots).toHaveLength(4);
    await userEvent.click(dialog.getByRole("button", { name: "Eteenpäin" }));
    expect(dialog.getByRole("heading", { name: "Yhdeksän slaissia on pizza" })).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Sivu 4/4" }));
    expect(dialog.getByRole("heading", { name: "Koodit ja kupongit" })).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Katso slaissisi" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(asked.find(({ call }) => call === WELCOME_SEEN)?.body).toEqual({ showWelcomeModal: false });
    await waitFor(() => expect(asked.filter(({ call }) => call === MEMBER)).toHaveLength(2));
  });

  // spec: LO-14, LO-29
  test("is gone by its cross too, also where that could not be kept", async () => {
    const { asked } = openMember({ showWelcomeModal: true }, { [WELCOME_SEEN]: { status: 500 } });
    const dialog = within(await welcome());
    await userEvent.click(dialog.getByRole("button", { name: "Sulje" }));
    await waitFor(() => expect(asked.map(({ call }) => call)).toContain(WELCOME_SEEN));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

describe("leaving", () => {
  const LEAVE = "POST /api/loyalty/unregister";
  const open = async () => {
    await userEvent.click(await screen.findByRole("link", { name: "Eroa Kotijoukoista" }));
    return within(await screen.findByRole("dialog", { name: "Erotaanko Kotijoukoista?" }));
  };

  test("says what goes, is asked for once under one key, and leads out", async () => {
    localStorage.setItem("ovelle.member", "1");
    const { asked, router } = openMember(
      {},
      {
        [LEAVE]: { status: 204 },
        [SESSION]: sessionIs({ user: aUser(), roles: [] }),
      },
    );
    const dialog = await open();
    expect(dialog.getByText(/käyttämättömät etukoodisi poistuvat/)).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Eroa" }));
    expect(await screen.findByText("Perillä")).toBeVisible();
    expect(router.state.location.pathname).toBe("/kotijoukot");
    expect(asked.filter(({ call, key }) => call === LEAVE && key !== undefined)).toHaveLength(1);
    expect(localStorage.getItem("ovelle.member")).toBeNull();
  });

  test("that fails is said, and nothing has changed", async () => {
    openMember({}, { [LEAVE]: { status: 503 } });
    const dialog = await open();
    await userEvent.click(dialog.getByRole("button", { name: "Eroa" }));
    expect(await dialog.findByText("Eroaminen ei onnistunut. Yritä uudelleen.")).toBeVisible();
    await userEvent.click(dialog.getByRole("button", { name: "Pysy Kotijoukoissa" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });
});

// spec: LO-28
test("a card that does not come is said, and asked for again", async () => {
  openMember({}, { [MEMBER]: [{ status: 500 }, { status: 200, body: aMember() }] });
  expect(await screen.findByText("Virhe käyttäjätietojen hakemisessa.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Yritä uudelleen" }));
  expect(await screen.findByText(/^Enää 4 slaissia/)).toBeVisible();
});

// spec: LO-08
test("who has left the programme elsewhere is led on, and nothing is called broken", async () => {
  const { router } = openMember(
    {},
    {
      [MEMBER]: refusal(404, "loyalty/not-member", "Et ole Kotijoukoissa."),
      [SESSION]: sessionIs({ user: aUser(), roles: [] }),
    },
  );
  expect(await screen.findByText("Perillä")).toBeVisible();
  expect(router.state.location.pathname).toBe("/kotijoukot");
});

test("a card that has another number than the session has that read anew; the same number does not", async () => {
  const sessions = (asked: Question[]) => asked.filter(({ call }) => call === SESSION).length;
  const same = openMember({ slices: 5 });
  expect(await screen.findByText(/^Enää 4 slaissia/)).toBeVisible();
  expect(sessions(same.asked)).toBe(0);
  const { asked } = openMember({ slices: 5 }, { [MEMBER]: { status: 200, body: aMember({ slices: 7 }) } });
  expect(await screen.findByText(/^Enää 2 slaissia/)).toBeVisible();
  await waitFor(() => expect(sessions(asked)).toBe(1));
});
