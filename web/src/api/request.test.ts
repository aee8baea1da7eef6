// @vitest-environment node
import { expect, test } from "vitest";
import { get, pick, post } from "./request";

test("a call has its parameters in its path and its query, written as an address needs them", () => {
  const path = { orderId: "10234", orderKey: "a/b ?ä" };
  expect(get("/api/commerce/v2/order-tracking/{orderId}/{orderKey}", { path }).path).toBe(
    "/api/commerce/v2/order-tracking/10234/a%2Fb%20%3F%C3%A4",
  );
  expect(get("/api/staff/orders", { query: { q: "a&b", status: "1,2" } }).path).toBe(
    "/api/staff/orders?q=a%26b&status=1%2C2",
  );
  expect(get("/api/staff/orders").path).toBe("/api/staff/orders");
});

test("a call that sends something has it as its body, and one that does not has none", () => {
  const body = { email: "riikka@ovelle.example", password: "tuli uunissa" };
  expect(post("/api/users/staff/sign-in", { body })).toMatchObject({ method: "POST", body });
  expect(post("/api/users/staff/sign-out")).toMatchObject({ method: "POST", body: undefined });
});

test("of an answer a part may be picked", () => {
  const email = pick(get("/api/users/staff/me"), (me) => me.email);
  expect(email.read({ email: "riikka@ovelle.example" })).toBe("riikka@ovelle.example");
});

test("what the document does not know fails the types", () => {
  // @ts-expect-error no such path
  get("/api/nothing");
  // @ts-expect-error it is not read
  get("/api/users/staff/sign-in");
  // @ts-expect-error the key is missing
  get("/api/commerce/v2/order-tracking/{orderId}/{orderKey}", { path: { orderId: "1" } });
  // @ts-expect-error the order's number is missing
  get("/api/staff/orders/{orderId}");
  // @ts-expect-error no such question
  get("/api/staff/orders", { query: { text: "" } });
  // @ts-expect-error the password is missing
  post("/api/users/staff/sign-in", { body: { email: "" } });
  // @ts-expect-error an answer is what the document says
  pick(get("/api/users/staff/me"), (me) => me.name);
  expect.assertions(0);
});
