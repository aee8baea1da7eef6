import { expect, test } from "vitest";
import type { PricedCart } from "../../api/wire";
import { pricedCart } from "../../shop/testing/orders";
import { freeDeliveryOf } from "./freeDelivery";
import { isTwoForOne } from "./twoForOneTime";

// spec: MN-27
test("two for one is announced on its days alone, and not at lunch", () => {
  const at = (moment: string, isLunchTime = false) => isTwoForOne(Date.parse(moment), isLunchTime);
  expect(at("2025-02-06T11:59:59Z")).toBe(false);
  expect(at("2025-02-06T12:00:00Z")).toBe(true);
  expect(at("2025-02-07T10:00:00Z", true)).toBe(false);
  expect(at("2025-02-08T21:59:59Z")).toBe(true);
  expect(at("2025-02-08T22:00:00Z")).toBe(false);
});

const members = { campaignId: "m", name: "Kotijoukoille yli 45 €", requireLogIn: true, isDisplayed: true };
const evening = {
  campaignId: "e",
  name: "Lappeenrannan alkuviikko",
  requireLogIn: false,
  isDisplayed: false,
};
const lacking = (
  campaignId: string,
  messageCode: PricedCart["notApplicableCampaigns"][number]["messageCode"],
  message: string,
) =>
  pricedCartWith({
    campaignId,
    campaignName: "Yli 25 €",
    messageCode,
    message,
    displayKind: 2,
    metadata: {},
  });

function pricedCartWith(campaign: PricedCart["notApplicableCampaigns"][number]): PricedCart {
  return pricedCart({ orderItems: [], promotionCodes: [] }, { notApplicableCampaigns: [campaign] });
}

// spec: CM-10
test("a free delivery of certain hours is announced in those alone", () => {
  expect(freeDeliveryOf([evening], null)).toBeNull();
  expect(freeDeliveryOf([{ ...evening, isDisplayed: true }], null)?.text).toBe("Lappeenrannan alkuviikko.");
});

// spec: CM-11
test("who is no member is invited", () => {
  expect(freeDeliveryOf([members], null)).toEqual({ text: "Kotijoukoille yli 45 €.", needsMember: true });
  const priced = lacking("m", "campaign/login-required", "Liity Kotijoukkoihin tai kirjaudu sisään.");
  expect(freeDeliveryOf([members], priced)).toEqual({ text: "Yli 25 €.", needsMember: true });
});

test("what is missing the server says, and that nothing is", () => {
  const text = "Ilmaiseen kuljetukseen puuttuu vielä 1,60 €.";
  expect(freeDeliveryOf([evening], lacking("e", "campaign/minimum-order", text))?.text).toBe(text);
  const free = pricedCart({ orderItems: [], promotionCodes: [] });
  free.pricingDetails.shippingChargesDiscountTotal = 8.9;
  expect(freeDeliveryOf([evening], free)?.text).toBe("Kuljetus on ilmainen.");
});
