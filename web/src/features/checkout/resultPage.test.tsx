import { QueryClientProvider } from "@tanstack/react-query";
import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answer, serve } from "../../api/testing/server";
import type { UserSession } from "../../api/wire";
import { CALL_CENTRE_USER, knowing } from "../../session/testing/people";
import { HERE } from "../../session/session";
import { NOBODY } from "../../session/userSession";
import { NEW_ORDER } from "../../shop/cart/order";
import { currentOrder } from "../../shop/cart/useCart";
import { forgetProblems, useProblems } from "../../shop/errors/problems";
import { currentCall } from "../../shop/onBehalf/onBehalf";
import { putOrder } from "../../shop/testing/cart";
import { anOrder } from "../../shop/testing/orders";
import { Component } from "./ResultPage";

const DETAILS = "POST /api/commerce/v2/order/DetailsByKey";

beforeEach(() => {
  forgetProblems();
  localStorage.clear();
});
afterEach(() => vi.useRealTimers());

function details(change: object): Answer {
  const orderData = { orderId: "10001", status: -1, paymentStatus: 1, errorCode: null, errorMessage: null };
  return { status: 200, body: { orderData: { ...orderData, ...change } } };
}

function openAt(path: string, session: UserSession = NOBODY) {
  const routes = [
    { path: "/tilaus/tulos", element: <Component /> },
    { path: "*", element: <Elsewhere /> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  if (session.roles.length > 0) localStorage.setItem(HERE, "1");
  render(
    <QueryClientProvider client={knowing(session)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

function open(answer: Answer | Answer[], status = "OK") {
  const asked = serve({ [DETAILS]: answer });
  openAt(`/tilaus/tulos?status=${status}&orderid=10001&order-key=abc`);
  return asked;
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  const { banners } = useProblems();
  return (
    <>
      <p>{pathname + search}</p>
      {banners.map(({ messageCode, message, metadata }) => (
        <p key={messageCode}>
          {message}: {metadata.description}
        </p>
      ))}
    </>
  );
}

test("who comes back hours later is told where their link is", () => {
  const asked = serve({});
  openAt("/tilaus/tulos?status=OK&orderid=10001");
  expect(screen.getByText("Linkki tilaukseesi on vahvistuksessa.")).toBeVisible();
  expect(asked).toEqual([]);
});

test("a paid order leads to its tracker, whatever the address says", async () => {
  const asked = open(details({ status: 0, paymentStatus: 2 }), "ERROR");
  expect(await screen.findByText("/tilaus/10001?orderKey=abc")).toBeVisible();
  expect(asked[0]?.body).toEqual({ orderId: "10001", orderKey: "abc" });
});

// spec: CC-08
test("the call centre goes on with the next one, and nothing of the order is left", async () => {
  const contact = { ...NEW_ORDER.contact, name: "Aino", phone: "0401234567" };
  putOrder(anOrder({ contact, paymentMethod: "cod", additionalInfo: "Ovikoodi 1234" }));
  serve({ [DETAILS]: details({ status: 0, paymentStatus: 2 }) });
  openAt("/tilaus/tulos?status=OK&orderid=10001&order-key=abc", {
    user: CALL_CENTRE_USER,
    roles: ["callcentre"],
  });
  expect(await screen.findByText("/")).toBeVisible();
  expect(currentOrder()).toEqual({ ...NEW_ORDER, revision: currentOrder().revision });
  expect(currentCall().placed).toEqual({ orderId: "10001", orderKey: "abc" });
});

// spec: CK-11, ER-17
test("who turned back is led to the cart, and told", async () => {
  open(details({ errorCode: 1041108, errorMessage: "Maksu peruttu" }), "OK");
  expect(await screen.findByText("/ostoskori")).toBeVisible();
  expect(await screen.findByText("Maksu peruttu: Ostoskorisi on tallessa. Yritä uudelleen.")).toBeVisible();
});

// spec: CK-12, CK-14, ER-18, PY-24
test.each([
  [{ errorCode: 1041102, errorMessage: "Korttisi on vanhentunut." }, "Korttisi on vanhentunut."],
  [{ paymentStatus: 3 }, "Yritä uudelleen tai kokeile toista maksutapaa"],
])("a failed payment is told with its reason: %j", async (change, reason) => {
  open(details(change), "ERROR");
  expect(await screen.findByText(`Maksu ei onnistunut: ${reason}`)).toBeVisible();
});

// spec: CK-06
test("what is not decided is asked for three times more, five seconds apart, then the tracker waits", async () => {
  vi.useFakeTimers();
  const asked = open(details({}), "PENDING");
  expect(screen.getByRole("heading", { name: "Tarkistamme maksua." })).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(9_900));
  expect(asked).toHaveLength(2);
  expect(screen.queryByText("Tässä kestää. Vahvistus tulee sähköpostiin.")).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(screen.getByText("Tässä kestää. Vahvistus tulee sähköpostiin.")).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(asked).toHaveLength(4);
  expect(screen.getByText("/tilaus/10001?orderKey=abc")).toBeInTheDocument();
});
