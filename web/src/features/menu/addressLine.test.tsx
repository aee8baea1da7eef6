import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { beforeEach, expect, test } from "vitest";
import type { Availability } from "../../api/wire";
import { putOrder } from "../../shop/testing/cart";
import { putNews } from "../../shop/testing/news";
import { aMethod } from "../../shop/testing/orders";
import { AddressLine } from "./AddressLine";

const AT_WORK: Availability = {
  rev: 1,
  selectorStatus: "Open",
  selectorText: "n. 20 min",
  status: "open",
  statusText: "",
  openingHoursText: "Avoinna",
  estimateMinutes: 20,
  nextChangeAt: "2100-01-01T00:00:00Z",
};
const SHUT = { selectorStatus: "Closed", selectorText: "Suljettu" } as const;

beforeEach(() => putOrder({ method: aMethod() }));

// spec: RS-21
test.each<[string, Partial<Availability>]>([
  ["noudettavissa noin 20 min", {}],
  ["noudettavissa noin 20 min · Suljemme pian", { openingHoursText: "Suljemme pian" }],
  [
    "noudettavissa noin 20 min · Suljemme pian",
    { status: "closingSoon", statusText: "Suljemme pian", openingHoursText: "Suljemme pian" },
  ],
  [
    "Suljettu · Ravintola on suljettu · Avoinna huomenna",
    { ...SHUT, status: "closed", statusText: "Ravintola on suljettu", openingHoursText: "Avoinna huomenna" },
  ],
  ["Suljettu", { ...SHUT, status: "closed", openingHoursText: "Suljettu" }],
])("says: %s", (words, change) => {
  expect(said(change)).toHaveTextContent(words);
});

// spec: RS-13, RS-22
test.each<[status: Availability["status"], statusText: string, selectorText: string]>([
  ["closed", "Ravintola on suljettu", "Ravintola on tällä hetkellä kiinni."],
  ["openingSoon", "Ravintola on suljettu", "Ravintola on tällä hetkellä kiinni."],
  ["deliveryClosed", "Väliaikaisesti ei kuljetusta", "Väliaikaisesti ei kuljetusta."],
  ["temporarilyNotDelivering", "Väliaikaisesti ei kuljetusta", "Väliaikaisesti ei kuljetusta."],
  ["physicallyOpenWithoutOnlineOrders", "Väliaikaisesti ei verkkokauppatilauksia", "Tauko"],
  ["temporarilyNotOnline", "Väliaikaisesti ei verkkokauppatilauksia", "Tauko"],
])("of a restaurant that is %s it is said: %s", (status, statusText, selectorText) => {
  const line = said({ selectorStatus: "TemporarilyUnavailable", status, statusText, selectorText });
  expect(line).toHaveTextContent(`${selectorText} · ${statusText}`);
});

/** The line's second row, of a restaurant that is so. */
function said(change: Partial<Availability>): Element | null {
  putNews({ availability: { ...AT_WORK, ...change } });
  render(
    <MemoryRouter>
      <AddressLine />
    </MemoryRouter>,
  );
  return screen.getByRole("region", { name: "Toimitustapa" }).querySelector("p > span");
}
