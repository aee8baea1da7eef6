/** What a guest may ask for whose order is over. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createMemoryRouter, RouterProvider } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { type Answer, refusal, serve } from "../../../api/testing/server";
import { RightsCard } from "./RightsCard";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const EXPORT = "POST /api/commerce/v2/order/export";
const ERASE = "POST /api/commerce/v2/order/erase";

function open(answers: Record<string, Answer>) {
  const asked = serve(answers);
  const router = createMemoryRouter(
    [{ path: "/", element: <RightsCard orderId="10042" orderKey="avain" /> }],
    { initialEntries: ["/#omat-tiedot"] },
  );
  render(<RouterProvider router={router} />);
  return asked;
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("what is kept comes as a file, for the number that was given", async () => {
  const saved: (string | null)[] = [];
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:1");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue(undefined);
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  const asked = open({ [EXPORT]: { status: 200, body: { order: {} } } });
  await press("Lataa tiedot");
  const phone = screen.getByLabelText("Puhelinnumerosi");
  expect(phone).toHaveAccessibleDescription(/Tämä kenttä on pakollinen\./);
  expect(asked).toEqual([]);
  await userEvent.type(phone, "040 765 4321");
  await press("Lataa tiedot");
  expect(await screen.findByText("Tiedosto on ladattu.")).toBeVisible();
  expect(asked).toEqual([
    { call: EXPORT, body: { orderId: "10042", orderKey: "avain", phone: "040 765 4321" } },
  ]);
  expect(saved).toEqual(["ovelle-tilaus-10042.json"]);
});

test.each([
  [refusal(404, "order/not-found", "Ei löydy."), "Numero ei ole tilauksessa annettu numero."],
  [refusal(410, "order/expired", "Vanha."), "Tiedot on jo poistettu."],
  [
    refusal(409, "users/open-orders", "Kesken."),
    "Tilaus on vielä kesken. Yritä uudelleen, kun se on valmis.",
  ],
  [refusal(429, "request/too-many", "Liikaa."), "Yritit liian monta kertaa. Odota hetki ja yritä uudelleen."],
  [{ status: 204 }, "Tiedot on poistettu."],
])("what became of a wish to be forgotten is said (%#)", async (answer, said) => {
  const asked = open({ [ERASE]: answer });
  await userEvent.type(screen.getByLabelText("Puhelinnumerosi"), "040 765 4321");
  await press("Poista tiedot");
  expect(await screen.findByText(said)).toBeVisible();
  expect(asked.map(({ call }) => call)).toEqual([ERASE]);
});
