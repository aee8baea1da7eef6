import { ChevronRight, Map as MapIcon, Search } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { Shop } from "../../api/wire";
import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { restaurantPath } from "../../lib/restaurantSlug";
import { metresBetween } from "../../map/geo";
import { distanceText } from "../../order-setup/distance";
import { useOrder } from "../../shop/cart/useCart";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { LiveRegion } from "../../ui/LiveRegion";
import { useNow } from "../../ui/useNow";
import { findRestaurants } from "./find";
import { opennessText } from "./Openness";
import { RestaurantMap } from "./RestaurantMap";
import styles from "./Restaurants.module.css";
import { opennessOf } from "./shopHours";
import { LIST } from "./texts";
import { useIsWide } from "../../ui/useMedia";

/** The list with its search, and the map beside it. */
export function RestaurantList({ shops }: { shops: readonly Shop[] }) {
  const [params, setParams] = useSearchParams();
  const text = params.get("q") ?? "";
  const found = useMemo(() => findRestaurants(shops, text), [shops, text]);
  const [litId, light] = useState<string | null>(null);
  const [isMapOpen, setMapOpen] = useState(false);
  const heading = text.trim() === "" ? LIST.all(found.length) : LIST.results(found.length);
  const hasRoom = useIsWide();
  const navigate = useNavigate();
  const search = (q: string) => setParams(q === "" ? {} : { q }, { replace: true, preventScrollReset: true });
  const open = (id: string) => {
    const shop = found.find(({ shopId }) => shopId === id);
    if (shop) void navigate(restaurantPath(shop.displayName));
  };
  return (
    <div className={styles["page"]}>
      <h1>{heading}</h1>
      <LiveRegion text={text.trim() === "" ? "" : heading} />
      <div className={styles["halves"]}>
        <div className={styles["side"]}>
          <SearchField text={text} onSearch={search} />
          {!hasRoom && found.length > 0 && (
            <Button look="quiet" aria-expanded={isMapOpen} onClick={() => setMapOpen(!isMapOpen)}>
              <MapIcon size={20} strokeWidth={1.75} aria-hidden="true" />
              {isMapOpen ? LIST.hideMap : LIST.showMap}
            </Button>
          )}
          {!hasRoom && isMapOpen && found.length > 0 && (
            <div className={styles["small"]}>
              <RestaurantMap shops={found} label={LIST.map} onChoose={open} />
            </div>
          )}
          {found.length === 0 ? (
            <EmptyState
              drawing={<DoorUnlit />}
              text={LIST.none}
              action={
                <Button look="quiet" onClick={() => search("")}>
                  {LIST.showAll}
                </Button>
              }
            />
          ) : (
            <Rows shops={found} litId={litId} onLight={light} />
          )}
        </div>
        {hasRoom && found.length > 0 && (
          <div className={styles["map"]}>
            <RestaurantMap shops={found} label={LIST.map} litId={litId} onLight={light} onChoose={open} />
          </div>
        )}
      </div>
    </div>
  );
}

function SearchField({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const id = useId();
  return (
    <search className={styles["search"]}>
      <label htmlFor={id}>{LIST.search}</label>
      <div className={styles["box"]}>
        <Search size={20} strokeWidth={1.75} aria-hidden="true" />
        <input
          id={id}
          type="search"
          autoComplete="off"
          placeholder={LIST.placeholder}
          value={text}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
    </search>
  );
}

/** How far a restaurant is from where the order goes, as the crow flies; empty where that is not known. */
function useDistance(): (shop: Shop) => string {
  const home = useOrder(({ method, contact }) => {
    const address = method?.address ?? contact.address;
    return address && { lat: address.latitude, lng: address.longitude };
  });
  if (home === null) return () => "";
  return ({ latitude, longitude }) =>
    distanceText(metresBetween(home, { lat: latitude, lng: longitude }) / 1000);
}

interface RowsProps {
  shops: readonly Shop[];
  litId: string | null;
  onLight: (id: string | null) => void;
}

function Rows({ shops, litId, onLight }: RowsProps) {
  const now = useNow(60_000);
  const distance = useDistance();
  return (
    <ul className={styles["rows"]}>
      {shops.map((shop) => (
        <li key={shop.shopId}>
          <Link
            to={restaurantPath(shop.displayName)}
            className={`${styles["row"]} ${shop.shopId === litId ? styles["lit"] : ""}`}
            onPointerEnter={() => onLight(shop.shopId)}
            onPointerLeave={() => onLight(null)}
            onFocus={() => onLight(shop.shopId)}
            onBlur={() => onLight(null)}
          >
            <span className={styles["words"]}>
              <b>{shop.displayName}</b>{" "}
              <span>
                {shop.streetAddress}, {shop.zip} {shop.city}
              </span>{" "}
              <span className={opennessOf(shop, now) === "closed" ? "" : styles["open"]}>
                {opennessText(shop, now)}
              </span>
            </span>{" "}
            {distance(shop) !== "" && <span className={styles["distance"]}>{distance(shop)}</span>}
            <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
