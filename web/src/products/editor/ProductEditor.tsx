import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { track } from "../../analytics/track";
import { ApiError } from "../../api/client";
import { Button } from "../../ui/Button";
import { useWayOut } from "../../ui/modal/useLeaving";
import { useKeptDraft } from "../../ui/useDraft";
import type { Model } from "./configurator";
import { draftIdOf, DRAFTS } from "./draft";
import { EditorFrame } from "./EditorFrame";
import frame from "./EditorFrame.module.css";
import { EditorView } from "./EditorView";
import { useProductStory } from "./facts/useProductStory";
import { EditorSkeleton } from "./parts/EditorSkeleton";
import { EDITOR } from "./texts";
import type { EditorMode } from "./useAdding";
import { useModel } from "./useModel";

export type { EditorMode } from "./useAdding";

interface ProductEditorProps {
  slugOrId: string;
  /** The size it opens in; its first where it is absent or not the product's. */
  sizeId?: string | undefined;
  /** Doses of a shared link: `1301;1305` (PD-34). */
  shared?: string | undefined;
  mode: EditorMode;
  onClose: () => void;
  /** Hears that the product is there to be seen, or will not come. */
  onStanding?: () => void;
  /** Over the page, or as a page of its own. */
  layout: "dialog" | "page";
}

/** PD-20. */
const SIZE_PAUSE_MS = 100;

/** Where one builds a pizza, or looks at anything else that is sold, and puts it into the cart (PD-66). */
export function ProductEditor(props: ProductEditorProps) {
  const { slugOrId, sizeId, shared, mode, onStanding, layout } = props;
  const { isLeaving, leave: onClose } = useWayOut(props.onClose);
  const draftId = draftIdOf(slugOrId, mode);
  const found = useKeptDraft(DRAFTS, draftId, { outlivesBack: true });
  // A link that says its own contents is what one came for.
  const kept = mode.kind === "add" && (sizeId ?? shared) !== undefined ? null : found;
  const [size, setSize] = useState(
    kept?.sizeId ?? sizeId ?? (mode.kind === "edit" ? mode.item.sizeId : undefined),
  );
  const settled = useSettledSize(size);
  const { model, place, error, retry } = useModel(slugOrId, settled, shared);
  // Asked for beside the product, so that its words are there when the product is.
  useProductStory();
  const isStanding = model !== null || error !== null;
  useEffect(() => {
    if (isStanding) onStanding?.();
  }, [isStanding, onStanding]);
  const productId = model?.product.productId ?? null;
  useEffect(() => {
    if (productId !== null) track({ event: "view_item", productId });
  }, [productId]);
  const askToClose = useRef(onClose);
  const registerClose = useCallback((ask: () => void) => {
    askToClose.current = ask;
  }, []);
  const requestClose = useCallback(() => askToClose.current(), []);
  return (
    <EditorFrame
      layout={layout}
      isLeaving={isLeaving}
      onRequestClose={requestClose}
      label={model?.product.name ?? EDITOR.loading}
    >
      {model === null ? (
        <Waiting error={error} retry={retry} onClose={onClose} />
      ) : (
        <EditorView
          key={model.product.productId}
          model={model}
          place={place}
          mode={mode}
          size={sizeOf(model, size)}
          onSize={setSize}
          draftId={draftId}
          kept={kept?.productId === model.product.productId ? kept : null}
          onClose={onClose}
          registerClose={registerClose}
        />
      )}
    </EditorFrame>
  );
}

/** The wanted size; the model's own where the product has no such size (PD-19). */
function sizeOf({ product }: Model, wanted: string | undefined): string {
  return (
    product.productSizes.find(({ productSizeID }) => productSizeID === wanted)?.productSizeID ??
    product.sizeId
  );
}

function useSettledSize(size: string | undefined): string | undefined {
  const [settled, setSettled] = useState(size);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(size), SIZE_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [size]);
  return settled;
}

function Waiting({ error, retry, onClose }: { error: Error | null; retry: () => void; onClose: () => void }) {
  if (error === null) return <EditorSkeleton />;
  const isGone = error instanceof ApiError && error.code === "product/not-found";
  return (
    <Trouble text={isGone ? EDITOR.gone : EDITOR.failed}>
      {!isGone && <Button onClick={retry}>{EDITOR.retry}</Button>}
      <Button look="quiet" onClick={onClose}>
        {EDITOR.back}
      </Button>
    </Trouble>
  );
}

function Trouble({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div role="alert" className={frame["trouble"]}>
      <DoorUnlit />
      <h1>{text}</h1>
      {children}
    </div>
  );
}
