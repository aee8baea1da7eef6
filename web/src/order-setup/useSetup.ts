import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useReducer, useState } from "react";
import { useSearchParams } from "react-router";
import type { OrderType, ShopSummary, UserAddress } from "../api/wire";
import { arriving } from "../lib/arriving";
import { useSavedAddresses } from "../shop/addresses/saved";
import { dispatch, useOrder } from "../shop/cart/useCart";
import type { OrderMethod } from "../shop/cart/order";
import { lastSearch, rememberSearch } from "../shop/setup/lastSearch";
import { useShops } from "../shop/catalog/useCatalog";
import { currentCall } from "../shop/onBehalf/onBehalf";
import { useDraft, useKeptDraft } from "../ui/useDraft";
import {
  chosenShop,
  type DraftChange,
  type Draft,
  draftAfter,
  firstDraft,
  isTooFar,
  type Lack,
  lackOf,
  type ListedShop,
  methodOf,
  ofBook,
  typeIn,
} from "./draft";
import { DRAFTS, keptOf } from "./keptDraft";
import { offeredTypes } from "./offered";
import { chosenTime } from "./preorder";
import { type ShopList, useListedShops } from "./useListedShops";
import { usePreorderDays } from "./usePreorderDays";

/** As many restaurants are shown at first, and as many more at each press (OS-14). */
const STEP = 5;

interface SetupOptions {
  /** Where it stands: what is begun in one is not gone on with in another. */
  variant: "inline" | "sheet";
  /** The restaurant that the set-up was opened for (OS-05). */
  preset: Pick<ShopSummary, "restaurantId" | "displayName"> | null;
  isCallCentre: boolean;
  onSaved: (method: OrderMethod) => void;
}

/** The set-up as it stands: what was chosen, what can be chosen, and what is missing. */
export interface Setup {
  draft: Draft;
  /** The addresses of who is signed in; `null` for whoever has no book. */
  saved: readonly UserAddress[] | null;
  act: (change: DraftChange) => void;
  /** Whether the address is to be kept in a book that is empty. */
  keeping: { isWished: boolean; wish: (isWished: boolean) => void };
  /** All restaurants; `null` until they are known. */
  chain: { shops: readonly ShopSummary[] | null; isFailed: boolean; retry: () => void };
  types: readonly OrderType[];
  list: ShopList;
  shown: number;
  showMore: () => void;
  days: ReturnType<typeof usePreorderDays>;
  timing: ReturnType<typeof chosenTime>;
  shop: ListedShop | null;
  isTooFar: boolean;
  lack: Lack | null;
  save: () => void;
  saving: "idle" | "busy" | "failed";
}

/** Puts the set-up together from the order, the server's answers and what a person does. */
export function useSetup({ variant, preset, isCallCentre, onSaved }: SetupOptions): Setup {
  const { raw, act } = useSetupDraft(variant, preset, isCallCentre);
  const [shown, setShown] = useState(STEP);
  const chain = useShops();
  const types = offeredTypes(chain.data ?? null, raw.isPreorder);
  const saved = useSavedAddresses();
  const draft = ofBook(ofOffered(raw, types), saved);

  const nowList = useListedShops(draft, null, 0);
  const days = usePreorderDays(draft.isPreorder ? daysFrom(draft, nowList.shops) : null, draft.orderType);
  const timing = chosenTime(draft.preorderTime, draft.isPreorder ? (days.data ?? null) : null);
  const time = draft.isPreorder ? timing.time : null;
  const list = useListedShops(draft, time, shown);
  const shop = chosenShop(draft, list.shops);

  const cache = useQueryClient();
  const [isWished, wish] = useState(false);
  const [saving, setSaving] = useState<Setup["saving"]>("idle");
  const save = async () => {
    const method = methodOf(draft, time, shop);
    if (!method || saving === "busy") return;
    setSaving("busy");
    try {
      await dispatch({ type: "setMethod", method });
      rememberSearch(method.orderType, draft.searchText);
      DRAFTS.clear();
      setSaving("idle");
      const { address } = method;
      if (isWished && address && saved?.length === 0) {
        void arriving(() => import("./addresses/keepAddress")).then(({ keepAddress }) =>
          keepAddress(cache, address),
        );
      }
      onSaved(method);
    } catch {
      setSaving("failed");
    }
  };

  return {
    draft,
    saved,
    act,
    keeping: { isWished, wish },
    chain: {
      shops: chain.data ?? null,
      isFailed: chain.isError && !chain.data,
      retry: () => void chain.refetch(),
    },
    types,
    list,
    shown,
    showMore: () => setShown((count) => count + STEP),
    days,
    timing,
    shop,
    isTooFar: isTooFar(draft, list.shops),
    lack: lackOf(draft, time, shop),
    save: () => void save(),
    saving,
  };
}

/** What is known beside the order. */
function known() {
  return { searchText: lastSearch(), callersAddress: currentCall().address };
}

/** What is being chosen, kept with its tab until it is saved. */
function useSetupDraft(
  variant: SetupOptions["variant"],
  preset: SetupOptions["preset"],
  isCallCentre: boolean,
) {
  const order = useOrder((all) => all);
  const [query] = useSearchParams();
  const [first] = useState(() => firstDraft({ order, query, preset, isCallCentre, ...known() }));
  // A link that names a type or a restaurant is what one came for.
  const draftId = [variant, typeIn(query), preset?.restaurantId].join();
  const kept = useKeptDraft(DRAFTS, draftId);
  const [raw, act] = useReducer(draftAfter, first, (begun) => (kept ? { ...begun, ...kept } : begun));
  useDraft(
    DRAFTS,
    draftId,
    useMemo(() => (raw === first ? null : keptOf(raw)), [raw, first]),
  );
  return { raw, act };
}

/** A type that is not offered gives way to the first that is (OS-30). */
function ofOffered(draft: Draft, types: readonly OrderType[]): Draft {
  const [first] = types;
  return first === undefined || types.includes(draft.orderType) ? draft : { ...draft, orderType: first };
}

/** Whose times are shown: those of the wished restaurant, before there is one the nearest's. */
function daysFrom({ restaurantId }: Draft, shops: readonly ListedShop[] | null): string | null {
  if (!shops || shops.length === 0) return null;
  if (shops.some((shop) => shop.restaurantId === restaurantId)) return restaurantId;
  const far = (shop: ListedShop) => shop.distanceKm ?? Infinity;
  return shops.reduce((best, shop) => (far(shop) < far(best) ? shop : best)).restaurantId;
}
