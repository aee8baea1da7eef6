/** Each refusal of placing and paying, as a person sees it there (docs/spec/ordering.md). */
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import type { Answer } from "../../api/testing/server";
import { keysOf as namesOf, NAME, payingOf, PLACING } from "./testing/failures";
import {
  DETAILS,
  PAY,
  PLACE,
  PRICE,
  SHOP,
  button,
  ok,
  open,
  row,
  sound,
  buttonArea,
  withLoadedCheckout,
} from "./testing/faultyCheckout";
import { card } from "./testing/methods";

withLoadedCheckout();

const placed = {
  orderID: "10001",
  orderId: "10001",
  orderKey: "abc",
  paymentStatus: 1,
  grandTotal: 20,
  payable: 20,
  payment: { action: "error", amount: 20, redirectUrl: null, errorCode: 1040006 },
  trackingUrl: "/tilaus/10001",
  expiresAt: null,
};

// spec: CK-15, CK-20, ER-23, PY-16
describe("a refusal to place the order", () => {
  test.each(Object.entries(PLACING))("%s", async (messageCode, message) => {
    const refused = { status: 409, body: { messageCode, message, metadata: {} } };
    const asked = open({ [PLACE]: refused });
    await press();
    expect(await within(buttonArea()).findByText(message)).toBeVisible();
    expect(row(NAME)).toBeVisible();
    // It may be pressed again, and is sent as a new intent.
    await press();
    await waitFor(() => expect(keysOf(asked)).toHaveLength(2));
    expect(new Set(keysOf(asked)).size).toBe(2);
  });

  test("order/price-changed says the new sum", async () => {
    const body = { messageCode: "order/price-changed", message: "", metadata: { grandTotal: 21.5 } };
    open({ [PLACE]: { status: 409, body } });
    await press();
    expect(await screen.findByText(/Tilauksen hinta on muuttunut\. Uusi summa on 21,50/)).toBeVisible();
  });

  // spec: CK-20
  test("that is not the server's own is told in ours", async () => {
    open({ [PLACE]: { status: 403, body: "<html>" } });
    await press();
    expect(
      await screen.findByText("Virhe tilauksen lähettämisessä. Yritä hetken kuluttua uudelleen."),
    ).toBeVisible();
  });
});

// spec: CK-03, CK-19
test("an order that the server could not look over is not sent, and that is said", async () => {
  const broken = { status: 422, body: { messageCode: "request/invalid", message: "x", metadata: {} } };
  const asked = open({ [PRICE]: [sound, broken] });
  await press();
  expect(
    await screen.findByText("Virhe tilauksen tarkistamisessa. Yritä hetken kuluttua uudelleen."),
  ).toBeVisible();
  expect(keysOf(asked)).toEqual([]);
});

test("while nobody can be reached nothing is sent, that is said, and a later press goes through", async () => {
  const away = { status: 503, body: { messageCode: "service/unavailable", message: "x", metadata: {} } };
  const asked = open({ [PRICE]: [sound, away, sound], [PLACE]: { status: 201, body: placed } });
  await press();
  expect(
    await screen.findByText("Yhteys ei toimi. Tilausta ei lähetetty, ja ostoskorisi on tallessa."),
  ).toBeVisible();
  expect(keysOf(asked)).toEqual([]);
  await press();
  await waitFor(() => expect(keysOf(asked)).toHaveLength(1));
});

// spec: CK-16
test("while the restaurant cannot be asked nothing is sent, and the next press goes through", async () => {
  const broken = { status: 503, body: { messageCode: "service/unavailable", message: "x", metadata: {} } };
  const asked = open({
    [SHOP]: [broken, ok({ shopExternalId: "1012" })],
    [PLACE]: { status: 201, body: placed },
  });
  await press();
  expect(
    await screen.findByText("Virhe ravintolan aukioloaikojen tarkistamisessa. Yritä uudelleen."),
  ).toBeVisible();
  expect(await screen.findByRole("radio", { name: card.name })).toBeChecked();
  await press();
  await waitFor(() => expect(keysOf(asked)).toHaveLength(1));
});

async function expectRefused(errorCode: number, errorMessage: string) {
  const body = {
    messageCode: "payment-error",
    message: errorMessage,
    metadata: { errorCode, errorMessage, errorData: { paymentStatus: 1, orderId: "10001" } },
  };
  const waiting = { orderId: "10001", status: -1, paymentStatus: 1, errorCode, errorMessage };
  open({
    [PLACE]: { status: 201, body: placed },
    [PAY]: { status: 409, body },
    [DETAILS]: ok({ orderData: waiting }),
  });
  await press();
  expect(await within(buttonArea()).findByText(errorMessage)).toBeVisible();
  expect(row(NAME)).toBeVisible();
}

describe("a refusal to pay", () => {
  // spec: PY-26, CK-18, CK-21
  test.each(payingOf(1_040_000, 1_040_008))("%i is told beside the button: %s", expectRefused);

  // spec: PY-27, PY-28
  test.each(payingOf(1_041_000, 1_041_022))("%i, of a card or a wallet, is told so: %s", expectRefused);

  // spec: PY-24, PY-29
  test.each(payingOf(1_041_100, 1_041_113))("%i, of who issued it, is told so: %s", expectRefused);

  // spec: PY-30
  test.each(payingOf(1_042_000, 1_042_013))("%i, of a lunch benefit, is told so: %s", expectRefused);

  // spec: PY-26, PY-27, PY-28, PY-29, PY-30
  test("each reason has its words", () => {
    expect(namesOf(1_040_000, 1_040_008)).toBe(
      "unknown orderNotFound orderAlreadyPaid noRestaurant merchantNotFound merchantInactive connection " +
        "sumMismatch splitPayment",
    );
    expect(namesOf(1_041_000, 1_041_022)).toBe(
      "amountMissing amountInvalid cardNumberInvalid cardVariantInvalid cvcTooShort cvcInvalid billingAddress " +
        "deliveryAddress recurringNotEnabled bankAccount bankCountry birthDateInvalid nameInvalid emailInvalid " +
        "phoneInvalid emailMissing phoneMissing holderMissing expiryInvalid currencyInvalid limitExceeded " +
        "applePayAmountMismatch googlePayTokenExpired",
    );
    expect(namesOf(1_041_100, 1_041_113)).toBe(
      "refused cardBlocked cardExpired refusedInvalidAmount issuerUnavailable notSupported not3dAuthenticated " +
        "notEnoughBalance cancelled restrictedCard withdrawalLimit authenticationRequired error3ds blocked",
    );
    expect(namesOf(1_042_000, 1_042_013)).toBe(
      "lunchUnauthorized lunchCardBlocked lunchInvalidNumber lunchNoMoney lunchExpired lunchSecurity " +
        "lunchDeclined lunchBlocked lunchDoNotHonor lunchNotActivated lunchComplementaryMissing " +
        "lunchGatewayBlocked lunchGatewayTimeout lunchInternal",
    );
  });
});

// spec: PY-28
describe("a method that its provider refuses", () => {
  const EXPIRED = "Korttisi on vanhentunut.";
  const refusedFor = (errorCode: number): Answer =>
    ok({ orderId: "10001", action: "refused", redirectUrl: null, errorCode });
  const answers = {
    [PLACE]: { status: 201, body: placed },
    "GET /api/payments/error-codes": ok([{ errorCode: 1041102, errorKey: "cardExpired", message: EXPIRED }]),
  };
  const methods = () => screen.findByRole("group", { name: "Valitse maksutapa" });

  test("says why where one chooses, until another is chosen", async () => {
    const phone = { ...card, id: "mobilepay", name: "MobilePay" };
    open({
      ...answers,
      [PAY]: refusedFor(1041102),
      "GET /api/payments/methods?shopExternalId=1012": ok([card, phone]),
    });
    await press();
    await waitFor(async () => expect(await methods()).toHaveAccessibleDescription(EXPIRED));
    expect(await within(buttonArea()).findByText("Maksu ei onnistunut")).toBeVisible();
    await userEvent.click(screen.getByRole("radio", { name: "MobilePay" }));
    await waitFor(async () => expect(await methods()).not.toHaveAccessibleDescription(EXPIRED));
  });

  test("for a reason that nobody knows says what to do", async () => {
    open({ ...answers, [PAY]: refusedFor(1049999) });
    await press();
    const words = "Yritä uudelleen tai kokeile toista maksutapaa";
    await waitFor(async () => expect(await methods()).toHaveAccessibleDescription(words));
  });
});

async function press() {
  await waitFor(async () => expect(await button()).toHaveAttribute("aria-disabled", "false"));
  await userEvent.click(await button());
}

function keysOf(asked: ReturnType<typeof open>) {
  return asked.filter(({ call }) => call === PLACE).map(({ key }) => key);
}
