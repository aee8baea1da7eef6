/** Setting up a second factor: who one is, the first code, and the codes for a lost phone. */
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { refusal, serve } from "../../api/testing/server";
import { AskSecret } from "./AskSecret";
import { ConfirmSecret } from "./ConfirmSecret";

const TOTP = "POST /api/users/staff/totp";
const WRONG = { messageCode: "password/wrong", message: "Salasana on väärin." };
const MADE = { secret: "ABCDEFGH", uri: "otpauth://totp/Ovelle:aino?secret=ABCDEFGH", qrCode: ["10", "01"] };

test("a wrong password is said at its field, and a present code is asked for where there is one", async () => {
  const asked = serve({
    [TOTP]: [
      { status: 422, body: { ...WRONG, metadata: { field: "currentPassword" } } },
      refusal(401, "staff/code-required", "Anna vahvistuskoodi."),
      { status: 200, body: MADE },
    ],
  });
  const onMade = vi.fn<(made: typeof MADE) => void>();
  render(<AskSecret onMade={onMade} />);
  const next = screen.getByRole("button", { name: "Jatka" });
  await userEvent.click(next);
  expect(screen.getByText("Tämä kenttä on pakollinen.")).toBeVisible();
  await userEvent.type(screen.getByLabelText("Salasanasi"), "arvaus");
  await userEvent.click(next);
  expect(await screen.findByText("Salasana on väärin.")).toBeVisible();
  await userEvent.click(next);
  await userEvent.type(await screen.findByLabelText("Nykyinen vahvistuskoodi"), "123456");
  await userEvent.click(next);
  await vi.waitFor(() => expect(onMade).toHaveBeenCalledWith(MADE));
  expect(asked.map(({ body }) => body)).toEqual([
    { currentPassword: "arvaus" },
    { currentPassword: "arvaus" },
    { currentPassword: "arvaus", code: "123456" },
  ]);
});

test("the secret stands as a picture and in letters, and counts from the app's first code", async () => {
  serve({
    "POST /api/users/staff/totp/confirm": [
      refusal(401, "staff/code-invalid", "Vahvistuskoodi ei kelpaa."),
      { status: 200, body: { recoveryCodes: ["aaaa-bbbb"] } },
    ],
  });
  const onConfirmed = vi.fn<(codes: readonly string[]) => void>();
  render(<ConfirmSecret made={MADE} onConfirmed={onConfirmed} />);
  expect(screen.getByRole("img", { name: "QR-kuvio todennussovellukselle" })).toBeVisible();
  expect(screen.getByText("ABCD EFGH")).toBeVisible();
  await userEvent.type(screen.getByRole("textbox", { name: "Sovelluksen näyttämä koodi" }), "000000");
  await userEvent.click(screen.getByRole("button", { name: "Ota käyttöön" }));
  expect(await screen.findByText("Vahvistuskoodi ei kelpaa.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Ota käyttöön" }));
  await vi.waitFor(() => expect(onConfirmed).toHaveBeenCalledWith(["aaaa-bbbb"]));
});
