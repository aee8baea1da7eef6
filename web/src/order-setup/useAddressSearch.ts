import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, get, send } from "../api/client";
import type { LatLng, Place, SuggestedPlace } from "../api/wire";
import { logFailure } from "../lib/log";
import type { Address } from "../shop/cart/order";
import type { DraftChange, Draft } from "./draft";
import { useDebounced } from "../ui/useDebounced";

/** What is wrong with what stands in the address field. */
export type AddressProblem = "noNumber" | "noPostcode" | "unknown" | "unreachable";

const DELAY_MS = 600;
const LEAST_LETTERS = 3;

/** The suggestions for an address field, and what choosing one leads to. */
export interface AddressSearch {
  suggestions: readonly SuggestedPlace[];
  isLoading: boolean;
  problem: AddressProblem | null;
  write: (text: string) => void;
  /** Answers with the street where a number is to be written behind it. */
  choose: (suggestion: SuggestedPlace) => Promise<void>;
  /** Finds the address of a place; throws where there is none. */
  chooseNearest: (at: LatLng) => Promise<void>;
  /** The person has left the field, or is done with it. */
  finish: () => void;
}

/** Looks addresses up as they are written (OS-45 to OS-48, OS-67). */
export function useAddressSearch(draft: Draft, act: (change: DraftChange) => void): AddressSearch {
  const text = draft.addressText.trim();
  const settled = useDebounced(text, DELAY_MS);
  const [problem, setProblem] = useState<AddressProblem | null>(null);
  const [isFinished, setFinished] = useState(false);
  const cache = useQueryClient();
  const isAsked = draft.address === null && settled.length >= LEAST_LETTERS;
  const found = useQuery({
    queryKey: ["places", "suggest", settled],
    queryFn: ({ signal }) => send(get("/api/commerce/places/suggest", { query: { q: settled } }), { signal }),
    enabled: isAsked,
    staleTime: 600_000,
  });
  const suggestions = isAsked && settled === text ? (found.data ?? []) : [];

  const read = <Answer>(key: readonly unknown[], ask: (signal: AbortSignal) => Promise<Answer>) =>
    cache.fetchQuery({ queryKey: ["places", ...key], queryFn: ({ signal }) => ask(signal), retry: false });

  /** Takes an address that was found, or says what it lacks. */
  const take = (place: Place) => {
    if (!place.streetNumber) return askNumber(place.streetAddress);
    const address = addressOf(place);
    if (!address) {
      logFailure("an address has no postal code", place.placeId);
      return setProblem("noPostcode");
    }
    setProblem(null);
    act({ type: "chooseAddress", address });
  };
  const askNumber = (street: string) => {
    act({ type: "writeAddress", text: `${street} ` });
    setProblem("noNumber");
  };
  const fail = (cause: unknown) => setProblem(isUnknown(cause) ? "unknown" : "unreachable");

  return {
    suggestions,
    isLoading: isAsked && found.isFetching,
    problem: problem ?? (isAsked && settled === text ? problemOf(found, isFinished) : null),
    write(written) {
      setFinished(false);
      setProblem(null);
      act({ type: "writeAddress", text: written });
    },
    async choose({ placeId, streetAddress, streetNumber }) {
      if (!streetNumber) return askNumber(streetAddress);
      await read([placeId], placeOf(placeId)).then(take, fail);
    },
    async chooseNearest(at) {
      try {
        take(await read(["reverse", at], placeAt(at)));
      } catch (cause) {
        fail(cause);
        throw cause;
      }
    },
    finish() {
      setFinished(true);
      // Whoever is told to try again does so here.
      if (found.isError) void found.refetch();
    },
  };
}

const placeOf = (placeId: string) => (signal: AbortSignal) =>
  send(get("/api/commerce/places/{placeId}", { path: { placeId } }), { signal });

const placeAt = (at: LatLng) => (signal: AbortSignal) =>
  send(get("/api/commerce/places/reverse", { query: at }), { signal });

/** What the suggestions themselves say: at once that there are none, and of a failure once one is done with the field. */
function problemOf(
  found: { isError: boolean; data: readonly unknown[] | undefined },
  isFinished: boolean,
): AddressProblem | null {
  if (found.isError) return isFinished ? "unreachable" : null;
  return found.data?.length === 0 ? "unknown" : null;
}

function isUnknown(cause: unknown): boolean {
  return cause instanceof ApiError && cause.code === "delivery/address-unknown";
}

function addressOf(place: Place): Omit<Address, "apartmentNumber" | "extraInfo"> | null {
  const { streetAddress, city, postalCode, latitude, longitude } = place;
  if (!postalCode) return null;
  return { streetAddress, city, zipCode: postalCode, latitude, longitude };
}
