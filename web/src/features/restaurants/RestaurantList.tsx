import { ChevronRight, Map as MapIcon, Search } from "lucide-react";
import { useId, useMemo, useState } from "react";
import { Link, useNavigate, useSearchParams } from "react-router";
import type { LatLng, ShopSummary } from "../../api/wire";
import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { restaurantPath } from "../../lib/restaurantSlug";
import { metresBetween } from "../../map/geo";
import { distanceText } from "../../order-setup/distance";
import { LocateButton } from "../../order-setup/LocateButton";
import { useLocate } from "../../order-setup/useLocate";
import { useOrder } from "../../shop/cart/useCart";
import { Button } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { LiveRegion } from "../../ui/LiveRegion";
import { useNow } from "../../ui/useNow";
import { findRestaurants } from "./find";
import { opennessText } from "./Openness";
import { RestaurantMap } from "./RestaurantMap";
import styles from "./Restaurants.module.css";
import { isShut } from "./shopHours";
import { LIST } from "./texts";
import { useIsWide } from "../../ui/useMedia";

/** The list with its search, and the map beside it. */
export function RestaurantList({ shops }: { shops: readonly ShopSummary[] }) {
  const [params, setParams] = useSearchParams();
  const text = params.get("q") ?? "";
  const home = useHome();
  const [here, setHere] = useState<LatLng | null>(null);
  const from = here ?? home;
  const found = useMemo(() => {
    const byName = findRestaurants(shops, text);
    return from === null ? byName : byName.toSorted((a, b) => metresTo(from, a) - metresTo(from, b));
  }, [from, shops, text]);
  const [litId, light] = useState<string | null>(null);
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
          <SearchField text={text} onSearch={search} onLocated={setHere} />
          {from !== null && found.length > 1 && <p className="quiet small">{LIST.nearest}</p>}
          {!hasRoom && found.length > 0 && <FoldedMap shops={found} onChoose={open} />}
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
            <Rows shops={found} from={from} litId={litId} onLight={light} />
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

interface FoldedMapProps {
  shops: readonly ShopSummary[];
  onChoose: (id: string) => void;
}

/** The map behind a button, where there is no room for it beside the list. */
function FoldedMap({ shops, onChoose }: FoldedMapProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <MapIcon size={20} strokeWidth={1.75} aria-hidden="true" />
        {isOpen ? LIST.hideMap : LIST.showMap}
      </Button>
      {isOpen && (
        <div className={styles["small"]}>
          <RestaurantMap shops={shops} label={LIST.map} onChoose={onChoose} />
        </div>
      )}
    </>
  );
}

interface SearchFieldProps {
  text: string;
  onSearch: (text: string) => void;
  onLocated: (at: LatLng) => void;
}

function SearchField({ text, onSearch, onLocated }: SearchFieldProps) {
  const id = useId();
  const { state, locate } = useLocate(onLocated);
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
        <LocateButton state={state} onPress={locate} />
      </div>
    </search>
  );
}

/** Where the order goes, or nothing known of it. */
function useHome(): LatLng | null {
  const address = useOrder(({ method, contact }) => method?.address ?? contact.address);
  return useMemo(() => address && { lat: address.latitude, lng: address.longitude }, [address]);
}

/** How far a restaurant is from a place as the crow flies, in metres. */
function metresTo(place: LatLng, { latitude, longitude }: ShopSummary): number {
  return metresBetween(place, { lat: latitude, lng: longitude });
}

interface RowsProps {
  shops: readonly ShopSummary[];
  /** Where one is, or where the order goes. */
  from: LatLng | null;
  litId: string | null;
  onLight: (id: string | null) => void;
}

function Rows({ shops, from, litId, onLight }: RowsProps) {
  const now = useNow(60_000);
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
              <span className={isShut(shop, now) ? "" : styles["open"]}>{opennessText(shop, now)}</span>
            </span>{" "}
            {from !== null && (
              <span className={styles["distance"]}>{distanceText(metresTo(from, shop) / 1000)}</span>
            )}
            <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
