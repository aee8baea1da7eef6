import { act, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { serve } from "../../api/testing/server";
import { aUser, CALL_CENTRE_USER, knowing } from "../../session/testing/people";
import { NOBODY } from "../../session/userSession";
import { useUserActions } from "../../session/useUserActions";
import { currentOrder } from "../cart/useCart";
import { putOrder } from "../testing/cart";
import { lookAt } from "../testing/page";
import { usePhoneOrderFee } from "./usePhoneOrderFee";

beforeEach(() => {
  localStorage.clear();
  putOrder();
});

const fee = () => currentOrder().hasPhoneOrderFee;

// spec: CC-04
test.each([
  ["nobody", NOBODY],
  ["a customer", { user: aUser(), roles: [] }],
])("the call centre asks for its fee; where it is %s who goes on, nothing is said of it", async (_, next) => {
  serve({});
  const look = () => {
    usePhoneOrderFee();
    return useUserActions();
  };
  const { result } = lookAt(look, knowing({ user: CALL_CENTRE_USER, roles: ["callcentre"] }));
  await waitFor(() => expect(fee()).toBe(true));
  act(() => result.current.become(next));
  await waitFor(() => expect(fee()).toBeNull());
});
