import { useMemo } from "react";
import { HomeArt, RestaurantArt } from "./Art";
import { metresBetween, type Place } from "./geo";
import styles from "./Map.module.css";
import { MapFrame } from "./MapFrame";
import { MapPane } from "./MapPane";
import { Names } from "./names/Names";
import { REACH, type Sign } from "./names/obstacles";
import { Pin } from "./Pin";
import { ShowShops } from "./shops/ShowShops";
import marks from "./shops/ShopMarks.module.css";

/** So far around the middle restaurants are looked at together: no further than the first of these that finds any. */
const REACHES_M = [1200, 5000, 25_000, Infinity];

/** A restaurant on the map. */
export interface MarkedShop extends Place {
  id: string;
  name: string;
  /** Drawn in grey: nothing can be ordered from it. */
  isShut: boolean;
}

/** What the map of restaurants shows, and who hears which one was pointed at or pressed. */
export interface ShopMapProps {
  /** Always the same ones while nothing of them changes. */
  shops: readonly MarkedShop[];
  /** Where the person is, or wants it delivered. */
  home: Place | null;
  chosenId: string | null;
  litId: string | null;
  onLight?: (id: string | null) => void;
  onChoose?: (id: string) => void;
  /** The map's accessible name. */
  label: string;
}

/** Restaurants to choose from. Keyboards and readers choose them in the list beside the map. */
export default function ShopMap({ shops, home, label, ...rest }: ShopMapProps) {
  const chosen = shops.find(({ id }) => id === rest.chosenId) ?? null;
  const near = useMemo(() => nearPlaces(shops, home, chosen), [shops, home, chosen]);
  const signs = useMemo(() => signsOf(shops, home), [shops, home]);
  const [only] = shops;
  const centre = home ?? (shops.length === 1 && only ? only : null);
  return (
    <MapFrame label={label} of={near} centre={centre}>
      <MapPane name="names">
        <Names hasMainStreets signs={signs} centre={centre} />
      </MapPane>
      <MapPane name="places">
        {shops.map((shop) => (
          <Pin key={shop.id} at={shop}>
            <Mark shop={shop} {...rest} />
          </Pin>
        ))}
        {home && (
          <Pin at={home}>
            <HomeArt />
          </Pin>
        )}
      </MapPane>
      <ShowShops places={near} />
    </MapFrame>
  );
}

type MarkProps = { shop: MarkedShop } & Pick<ShopMapProps, "chosenId" | "litId" | "onLight" | "onChoose">;

function Mark({ shop: { id, name, isShut }, chosenId, litId, onLight, onChoose }: MarkProps) {
  const looks = [
    marks["mark"],
    isShut && marks["shut"],
    id === chosenId && marks["chosen"],
    id === litId && marks["lit"],
  ];
  return (
    <div
      className={looks.filter(Boolean).join(" ")}
      aria-hidden="true"
      onPointerEnter={() => onLight?.(id)}
      onPointerLeave={() => onLight?.(null)}
      onPointerUp={() => !isShut && onChoose?.(id)}
    >
      <RestaurantArt />
      <span className={styles["restaurantName"]}>{name}</span>
    </div>
  );
}

/** What is near to where one looks is seen from near; of what is far, the chosen one alone is shown. */
function nearPlaces(
  shops: readonly MarkedShop[],
  home: Place | null,
  chosen: MarkedShop | null,
): readonly Place[] {
  const [first] = shops;
  const middle = home ?? chosen ?? first;
  if (!middle) return [];
  const others = shops.filter((shop) => shop !== middle);
  const within = (reach: number) => others.filter((shop) => metresBetween(middle, shop) < reach);
  const near = REACHES_M.map(within).find((found) => found.length > 0) ?? [];
  return [...new Set([middle, ...(chosen ? [chosen] : []), ...near])];
}

function signsOf(shops: readonly MarkedShop[], home: Place | null): Sign[] {
  const named = shops.map(({ lat, lng, name }) => ({
    lat,
    lng,
    reach: REACH.restaurant,
    label: { text: name, isOnlyOnDrawn: false },
  }));
  const door = { reach: REACH.home, label: { text: "", isOnlyOnDrawn: true } };
  return home ? [...named, { ...home, ...door }] : named;
}
