import type { QueryClient } from "@tanstack/react-query";
import { logFailure } from "../../lib/log";
import { addAddress } from "../../shop/addresses/addressBook";
import type { Address } from "../../shop/cart/order";
import { DISPLAY } from "../../shop/errors/problem";
import { report } from "../../shop/errors/problems";
import { browsers } from "../../shop/texts";
import { BOOK } from "../texts";

/** Keeps the address of an order that is being set up, in the book; the order goes on whatever becomes of it. */
export async function keepAddress(cache: QueryClient, address: Address): Promise<void> {
  try {
    // The first of somebody's is their favourite without asking (OS-39); the server sees to it.
    await addAddress(cache, address, false);
  } catch (error) {
    logFailure("keeping an address", error);
    report(browsers("address/not-kept", BOOK.notKept, DISPLAY.banner));
  }
}
