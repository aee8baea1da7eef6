/** Drawings of food for pages. What draws them is asked for when the page's own code runs, which waits for none of it. */
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { arriving } from "../../lib/arriving";
import type * as drawings from "./drawings";

type Drawings = typeof drawings;

/** A page is whole without them until they have come. */
const all: Promise<Drawings> = arriving(() => import("./drawings"));

function drawn<Props>(which: (all: Drawings) => ComponentType<Props>) {
  return lazy(() => all.then((come) => ({ default: which(come) })));
}

const Product = drawn((come) => come.ProductPicture);
const Built = drawn((come) => come.BuiltPicture);
const Icon = drawn((come) => come.IngredientIcon);

/** A product as a small picture; nothing to hear. */
export function ProductPicture(props: ComponentProps<Drawings["ProductPicture"]>) {
  return (
    <Suspense fallback={<Room size={props.size} />}>
      <Product {...props} />
    </Suspense>
  );
}

/** A product with all that is on it right now, until then something in its place; nothing to hear. */
export function BuiltPicture({
  until,
  ...props
}: ComponentProps<Drawings["BuiltPicture"]> & { until: ReactNode }) {
  return (
    <Suspense fallback={until}>
      <Built {...props} />
    </Suspense>
  );
}

/** One piece of an ingredient; nothing to hear. */
export function IngredientIcon(props: ComponentProps<Drawings["IngredientIcon"]>) {
  return (
    <Suspense fallback={<Room size={props.size} />}>
      <Icon {...props} />
    </Suspense>
  );
}

/** Where a drawing will be. */
export function Room({ size }: { size: number }) {
  return <svg viewBox="0 0 1 1" width={size} height={size} aria-hidden="true" />;
}
