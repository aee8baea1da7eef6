import { ChevronLeft } from "lucide-react";
import { lazy, type RefObject, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Link, useNavigationType, useSearchParams } from "react-router";
import { logFailure } from "../../lib/log";
import type { Place } from "../../shop/catalog/keys";
import { useMenu, useShop } from "../../shop/catalog/useCatalog";
import { useOrder } from "../../shop/cart/useCart";
import { LiveRegion } from "../../ui/LiveRegion";
import { useModal } from "../../ui/modal/useModal";
import { useDraft } from "../../ui/useDraft";
import { addButton, isOutOfStock } from "./button";
import { CLOSE_MODAL, CloseQuestion } from "./CloseQuestion";
import {
  type Build,
  buildOfKept,
  faultsOf,
  goneFrom,
  isSame,
  isVeganTag,
  itemOf,
  type Model,
  separateDips,
  unknownOn,
} from "./configurator";
import { type Draft, draftOf, DRAFTS } from "./draft";
import { hasClimate } from "./facts/climate";
import { EditorNotes } from "./EditorNotes";
import styles from "./EditorView.module.css";
import { IngredientChoices } from "./IngredientChoices";
import { productIn } from "../itemOfProduct";
import { Bar } from "./parts/Bar";
import { Footer } from "./parts/Footer";
import { Sizes } from "./parts/Sizes";
import { Stage } from "./parts/Stage";
import { startOf } from "./start";
import { DETAILS, EDITOR, STOCK } from "./texts";
import { type EditorMode, useAdding } from "./useAdding";
import { useBuild } from "./useBuild";
import { usePrice } from "./usePrice";
import { arriving } from "../../lib/arriving";

const lower = () => arriving(() => import("./lowerParts"));
const Share = lazy(async () => ({ default: (await lower()).Share }));
const Details = lazy(async () => ({ default: (await lower()).Details }));
const Offers = lazy(async () => ({ default: (await lower()).Offers }));

/** The same each time, so that nothing is drawn anew for it. */
const NONE: readonly never[] = [];

interface EditorViewProps {
  model: Model;
  /** Where prices are asked for. */
  place: Place;
  mode: EditorMode;
  /** The size that is wanted; the model follows. */
  size: string;
  onSize: (sizeId: string) => void;
  draftId: string;
  /** What was being built when the page went, or was left. */
  kept: Draft | null;
  onClose: () => void;
  /** Tells the frame how to close: a changed product asks first (PD-22). */
  registerClose: (ask: () => void) => void;
}

/** The editor of a product that has been read. */
// oxlint-disable-next-line max-lines-per-function -- where what is kept of a product meets all parts that show it
export function EditorView(props: EditorViewProps) {
  const { model, place, mode, size, onSize, kept, onClose } = props;
  const root = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const tag = useTag();
  const { state, send } = useBuild(
    model,
    (first) => startOf(first, mode, tag),
    kept ? (first) => buildOfKept(first, kept.build) : undefined,
  );
  const { build, start, touched, dropped, ranOut, isGone } = state;
  const { isResumed, restart } = useResumed(kept !== null, send);
  const isIncomplete = useIsIncomplete(model, mode, kept);
  const isSizeMissing = useLogMissing(model, kept);
  const { data: menu } = useMenu();
  const { data: shop } = useShop(useOrder(({ method }) => method?.restaurantId ?? null));
  const { phase, add } = useAdding({ mode, menu, onDone: onClose });
  const price = usePrice(model, build, place);
  const faults = faultsOf(model, build);
  const [showsFaults, setShowsFaults] = useState(false);
  const [detailsAsked, setDetailsAsked] = useState(0);

  const draft = useCurrentDraft({ model, build, size, mode, tag, phase });
  const mustAsk = !isSame(model, build, start) && phase !== "done";
  const { close, closeQuestion } = useClosing(props, draft, mustAsk);
  useShowFirstFault(root, showsFaults ? faults.length : 0);

  const unitPrice = priceOf(price.answer);
  const { product } = model;
  const button = addButton({ model, build, mode: mode.kind, phase, price: unitPrice });
  const press = useCallback(() => {
    if (faults.length > 0) return setShowsFaults(true);
    const addedFrom = mode.kind === "add" ? mode.addedFrom : mode.item.addedFrom;
    const isSold = (productId: string) => productIn(menu, productId) !== undefined;
    const item = itemOf(model, build, unitPrice ?? product.basePrice, addedFrom, isSold);
    add({ item, quantity: build.quantity, dips: separateDips(model, build, isSold) });
  }, [add, build, faults.length, menu, mode, model, product.basePrice, unitPrice]);

  return (
    <div className={styles["editor"]} ref={root} data-editor>
      <div className={styles["scroll"]}>
        <Bar model={model} build={build} stage={stage} />
        <Stage ref={stage} model={model} build={build} />
        <div className={styles["choices"]}>
          <Title model={model} onDetails={() => setDetailsAsked(detailsAsked + 1)} />
          <Sizes sizes={product.productSizes} sizeId={size} onChange={onSize} />
          <EditorNotes
            {...{ model, build, dropped, ranOut, isGone, isIncomplete }}
            onRestart={isResumed ? restart : null}
            isSizeGone={isSizeMissing}
            messages={price.answer?.validationResult.messages ?? []}
          />
          <IngredientChoices
            model={model}
            build={build}
            touched={touched}
            faults={showsFaults ? faults : NONE}
            isVegan={isVeganTag(tag)}
            send={send}
          />
          <Suspense>
            {product.custom && <Share model={model} build={build} />}
            <Offers
              model={model}
              build={build}
              menu={menu}
              crossSell={price.answer?.crossSellOptionDetails ?? NONE}
            />
            <Details model={model} build={build} asked={detailsAsked} />
          </Suspense>
          {mode.kind === "add" && <Back ask={mustAsk ? closeQuestion.open : null} />}
        </div>
      </div>
      <Footer
        quantity={build.quantity}
        button={button}
        phase={phase}
        isPending={price.isPending}
        before={build.quantity === 1 ? beforeOf(price.answer) : null}
        reason={reasonOf(model, shop?.displayName)}
        send={send}
        onAdd={press}
      />
      <LiveRegion text={state.said} />
      <CloseQuestion onClose={close} />
    </div>
  );
}

interface TitleProps {
  model: Model;
  onDetails: () => void;
}

function Title({ model, onDetails }: TitleProps) {
  const { name, description } = model.product;
  return (
    <div className={styles["title"]}>
      <h1 tabIndex={-1} ref={focusOnce}>
        {name}
      </h1>
      {description !== null && <p className="quiet">{description}</p>}
      <a
        href="#tuotetiedot"
        className="small"
        onClick={(event) => {
          // Within the dialog, so that the address keeps its modals.
          event.preventDefault();
          onDetails();
        }}
      >
        {hasClimate(model) ? DETAILS.link : DETAILS.linkAlone}
      </a>
    </div>
  );
}

interface Built {
  model: Model;
  build: Build;
  size: string;
  mode: EditorMode;
  tag: string | null;
  phase: ReturnType<typeof useAdding>["phase"];
}

/** The draft to keep; none of what is on its way into the cart, which is the cart's to keep. */
function useCurrentDraft({ model, build, size, mode, tag, phase }: Built): Draft | null {
  const isOurs = phase === "choosing" || phase === "failed";
  return useMemo(
    () => (isOurs ? draftOf(model, build, size, mode, tag) : null),
    [build, isOurs, mode, model, size, tag],
  );
}

/** Closes the editor, with a question before it where something was changed, and forgets the draft. */
function useClosing(
  { draftId, onClose, registerClose }: EditorViewProps,
  draft: Draft | null,
  mustAsk: boolean,
) {
  const closeQuestion = useModal(CLOSE_MODAL);
  const forget = useDraft(DRAFTS, draftId, draft, { outlivesBack: true });
  const close = useCallback(() => {
    forget();
    onClose();
  }, [forget, onClose]);
  useEffect(
    () => registerClose(() => (mustAsk ? closeQuestion.open() : close())),
    [close, closeQuestion, mustAsk, registerClose],
  );
  return { close, closeQuestion };
}

/** Whether one came by a link and goes on with what one had left; until one begins anew. */
function useResumed(hasDraft: boolean, send: ReturnType<typeof useBuild>["send"]) {
  const isByLink = useNavigationType() === "PUSH";
  const [isResumed, setResumed] = useState(hasDraft && isByLink);
  const restart = useCallback(() => {
    setResumed(false);
    send({ type: "restart" });
  }, [send]);
  return { isResumed, restart };
}

/** Whether something of the line or the draft was no more when it was opened; that is written down (PD-63). */
function useIsIncomplete(model: Model, mode: EditorMode, kept: Draft | null): boolean {
  const [unknown] = useState(() => {
    if (kept) return goneFrom(model, kept.build);
    return mode.kind === "edit" ? unknownOn(model, mode.item) : [];
  });
  useEffect(() => {
    if (unknown.length > 0) logFailure("Ingredient not found", unknown);
  }, [unknown]);
  return unknown.length > 0;
}

/** Writes down that a size was kept of which the product has none any more (PD-63). */
function useLogMissing(model: Model, kept: Draft | null): boolean {
  const isMissing = kept !== null && isSizeGone(model, kept.sizeId);
  const { productId } = model.product;
  const sizeId = kept?.sizeId;
  useEffect(() => {
    if (isMissing) logFailure("Product item not found", { productId, sizeId });
  }, [isMissing, productId, sizeId]);
  return isMissing;
}

function isSizeGone({ product }: Model, sizeId: string): boolean {
  return product.productSizes.every(({ productSizeID }) => productSizeID !== sizeId);
}

/** The way to the menu (PD-10); a changed product asks first. */
function Back({ ask }: { ask: (() => void) | null }) {
  return (
    <Link
      to="/menu"
      className={styles["back"]}
      onClick={(event) => {
        if (ask === null) return;
        event.preventDefault();
        ask();
      }}
    >
      <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
      {EDITOR.back}
    </Link>
  );
}

/** What one costs without its campaign, where that is another price. */
function beforeOf(answer: ReturnType<typeof usePrice>["answer"]): number | null {
  const [full, paid] = [answer?.price ?? null, answer?.discountedPrice ?? null];
  return full !== null && paid !== null && full !== paid ? full : null;
}

/** Why it cannot be had (PD-47, PD-48, CA-71). */
function reasonOf(model: Model, restaurant: string | undefined): string | null {
  const { availableForSaleFrom: from, availableForSaleUntil: until, isAvailableNow } = model.product;
  if (isOutOfStock(model)) return restaurant === undefined ? null : STOCK.product(restaurant);
  return !isAvailableNow && from !== null && until !== null ? STOCK.soldFromTo(from, until) : null;
}

/** The tag to which the menu behind is narrowed (MN-16). */
function useTag(): string | null {
  const [query] = useSearchParams();
  return query.get("rajaus");
}

/** A dialog that opens is read from its title on. */
function focusOnce(title: HTMLElement | null) {
  if (title?.closest("dialog")) title.focus({ preventScroll: true });
}

/** What one costs now; `NaN` where the server has no price for it (PD-25). */
function priceOf(answer: ReturnType<typeof usePrice>["answer"]): number | null {
  if (answer === null) return null;
  return answer.discountedPrice ?? answer.price ?? Number.NaN;
}

/** Brings the first thing that is wrong into view, with the focus on what mends it. */
function useShowFirstFault(root: RefObject<HTMLDivElement | null>, count: number) {
  useEffect(() => {
    if (count === 0) return;
    const invalid = root.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-section="toppings"] button',
    );
    invalid?.scrollIntoView({ block: "center" });
    invalid?.focus();
  }, [root, count]);
}
