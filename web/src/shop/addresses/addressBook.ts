/** The address book's calls (docs/spec/people.md, "Addresses"). */
import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { tellPageError } from "../../analytics/pageErrors";
import { get, post, put, remove } from "../../api/client";
import type { AddressBody, UserAddress } from "../../api/wire";
import { randomId } from "../../lib/randomId";
import { sendAsUser } from "../../session/asUser";
import { ACCOUNT, sessionQuery } from "../../session/userSession";
import type { Address } from "../cart/order";

/** The addresses of who is signed in, the favourite first. */
export const addressesQuery = queryOptions({
  queryKey: [...ACCOUNT, "addresses"],
  queryFn: ({ signal }) => sendAsUser(get("/api/users/me/addresses"), { signal }),
});

/** What changes the address book. */
export interface AddressActions {
  add(address: Address, isFavourite: boolean): Promise<UserAddress>;
  change(addressId: string, address: Address, isFavourite: boolean): Promise<UserAddress>;
  makeFavourite(addressId: string): Promise<void>;
  remove(addressId: string): Promise<void>;
}

/** Tells the shop's log that an address could not be kept (OS-68). */
function told(error: unknown): never {
  tellPageError("FRONTEND_ADDRESS_ERROR", error);
  throw error;
}

/** The ways to change it; after each the book and the user are read anew (OS-59). */
export function useAddressActions(): AddressActions {
  const cache = useQueryClient();
  const renew = () => renewIn(cache);
  return {
    add: (address, isFavourite) => addAddress(cache, address, isFavourite),
    async change(addressId, address, isFavourite) {
      const body = bodyOf(address, isFavourite);
      const changed = await sendAsUser(
        put("/api/users/me/addresses/{addressId}", { path: { addressId }, body }),
      ).catch(told);
      await renew();
      return changed;
    },
    async makeFavourite(addressId) {
      const path = "/api/users/me/addresses/{addressId}/primary";
      await sendAsUser(post(path, { path: { addressId } })).catch(told);
      await renew();
    },
    async remove(addressId) {
      await sendAsUser(remove("/api/users/me/addresses/{addressId}", { path: { addressId } })).catch(told);
      await renew();
    },
  };
}

/** Adds an address to the book. */
export async function addAddress(
  cache: QueryClient,
  address: Address,
  isFavourite: boolean,
): Promise<UserAddress> {
  const call = post("/api/users/me/addresses", { body: bodyOf(address, isFavourite) });
  const added = await sendAsUser(call, { idempotencyKey: randomId() }).catch(told);
  await renewIn(cache);
  return added;
}

async function renewIn(cache: QueryClient): Promise<void> {
  const both = [addressesQuery.queryKey, sessionQuery.queryKey];
  await Promise.all(both.map((queryKey) => cache.refetchQueries({ queryKey })));
}

function bodyOf(address: Address, primaryAddress: boolean): AddressBody {
  const { streetAddress, apartmentNumber, zipCode, city, extraInfo, latitude, longitude } = address;
  return {
    streetAddress,
    apartmentNumber,
    zipCode,
    city,
    extraInfo,
    latitude: String(latitude),
    longitude: String(longitude),
    primaryAddress,
  };
}
