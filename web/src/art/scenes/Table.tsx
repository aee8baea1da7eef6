import { ProductPicture } from "../food/ProductPicture";
import type { Pictured } from "../food/pictured";
import { Scene, TableTop } from "./Scene";

/** So many stand beside each other. */
const MOST = 3;
/** How wide each is; they overlap a little, the first in front. */
const WIDTH = 250;
const STEP = 190;

/** The table with what was ordered on it, where that is no pizza. */
export function Table({ products }: { products: readonly Pictured[] }) {
  return (
    <Scene>
      <TableTop />
      <Things products={products} floor={362} scale={1} />
    </Scene>
  );
}

interface ThingsProps {
  products: readonly Pictured[];
  /** Where they stand. */
  floor: number;
  scale: number;
}

/** The first things of an order beside each other, in the middle of a scene. */
export function Things({ products, floor, scale }: ThingsProps) {
  const shown = products.slice(0, MOST);
  const [width, step] = [WIDTH * scale, STEP * scale];
  const left = 370 - (width + step * (shown.length - 1)) / 2;
  const places = shown.map((product, index) => ({ product, x: left + step * index }));
  return places.map(({ product, x }) => (
    <g key={x} transform={`translate(${x} ${floor - width})`}>
      <ProductPicture product={product} size={width} />
    </g>
  ));
}
