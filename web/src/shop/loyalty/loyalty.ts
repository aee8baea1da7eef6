/** A member's card and codes, as the server has them (docs/spec/people.md, "Loyalty"). */
import { type QueryClient, queryOptions, useQueryClient } from "@tanstack/react-query";
import { type PageErrorCode, tellPageError } from "../../analytics/pageErrors";
import {
  type LoyaltyMember,
  loyaltyOf,
  readBenefits,
  readCoupons,
  readMember,
  setPrizeModal,
  setWelcomeModal,
} from "../../api/loyalty";
import { ApiError, send } from "../../api/client";
import type { ApiCall } from "../../api/request";
import { sendAsUser } from "../../session/asUser";
import { ACCOUNT, sessionQuery } from "../../session/userSession";
import { STORY_STALE_MS } from "../catalog/keys";

/** Orders, the kitchen and other devices change cards: a page that comes reads its own anew. */
const MOVING = { staleTime: 0 } as const;

/** The card, spins, codes and ledger of who is signed in (LO-28). */
export const memberQuery = queryOptions({
  ...MOVING,
  queryKey: [...ACCOUNT, "member"],
  queryFn: async ({ signal, client }) => {
    try {
      const member = await sendAsUser(readMember(), { signal });
      if (isCountedOtherwise(client, member)) void rereadSession(client);
      return member;
    } catch (error) {
      // They have left the programme elsewhere: who is signed in says where they are led.
      if (error instanceof ApiError && error.code === "loyalty/not-member") await rereadSession(client);
      else if (!signal.aborted) tellPageError("FRONTEND_LOYALTY_MEMBER_ERROR", error);
      throw error;
    }
  },
});

/** The codes of who is signed in, also of who has left the programme. */
export const benefitsQuery = queryOptions({
  ...MOVING,
  queryKey: [...ACCOUNT, "benefits"],
  queryFn: ({ signal }) => sendAsUser(readBenefits(), { signal }),
});

/** The coupons that run; `isForced` those too that do not (CP-06). */
export function couponsQuery(isForced: boolean) {
  return queryOptions({
    queryKey: ["shop", "coupons", isForced],
    queryFn: ({ signal }) => send(readCoupons(isForced), { signal }),
    staleTime: STORY_STALE_MS,
  });
}

/** Reads the card and the codes anew, and the session, which counts them. */
export async function rereadMember(cache: QueryClient): Promise<void> {
  await Promise.all([
    cache.invalidateQueries({ queryKey: memberQuery.queryKey }),
    cache.invalidateQueries({ queryKey: benefitsQuery.queryKey }),
    rereadSession(cache),
  ]);
}

function rereadSession(cache: QueryClient): Promise<void> {
  return cache.refetchQueries({ queryKey: sessionQuery.queryKey });
}

/** Whether the session, as it was read, has other slices than the card. */
function isCountedOtherwise(cache: QueryClient, { slices }: LoyaltyMember): boolean {
  const user = cache.getQueryData(sessionQuery.queryKey)?.user;
  return user !== undefined && user !== null && loyaltyOf(user)?.slices !== slices;
}

/** What a member has seen is not shown again. */
export interface SeenActions {
  /** The welcome was seen (LO-14, LO-29). */
  welcomeSeen(): Promise<void>;
  /** The prize was seen (WH-07, WH-17). */
  prizeSeen(): Promise<void>;
}

/** The calls that remember it; what cannot be kept is shown another time, and the shop is told. */
export function useSeen(): SeenActions {
  const cache = useQueryClient();
  const keep = async (seen: Partial<LoyaltyMember>, call: ApiCall<unknown>, code: PageErrorCode) => {
    cache.setQueryData(memberQuery.queryKey, (known) => known && { ...known, ...seen });
    try {
      await sendAsUser(call);
    } catch (error) {
      // Read anew now, it would be shown again at once.
      return tellPageError(code, error);
    }
    return rereadMember(cache);
  };
  return {
    welcomeSeen() {
      const seen = { showWelcomeModal: false };
      return keep(seen, setWelcomeModal(seen), "FRONTEND_WELCOME_MODAL_ERROR");
    },
    prizeSeen() {
      const seen = { showPrizeModal: false };
      return keep(seen, setPrizeModal(seen), "FRONTEND_PRIZE_MODAL_ERROR");
    },
  };
}
