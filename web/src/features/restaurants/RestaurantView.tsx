import { ArrowLeft, MapPin, Phone, TriangleAlert } from "lucide-react";
import { useMemo } from "react";
import { Link, useLocation } from "react-router";
import type { Shop } from "../../api/wire";
import { ORDER_SETUP_MODAL } from "../../order-setup/modalName";
import { presetState } from "../../order-setup/preset";
import { TYPE_FLAGS } from "../../order-setup/typeFlags";
import { Note } from "../../ui/Note";
import { modalHref } from "../../ui/modal/useModal";
import { useNow } from "../../ui/useNow";
import { usePageTitle } from "../../ui/usePageTitle";
import { Hours } from "./Hours";
import { OpennessChip } from "./Openness";
import { RestaurantMap } from "./RestaurantMap";
import styles from "./Restaurant.module.css";
import { PAGE } from "./texts";

/** One restaurant: where it is, when it is open, how to reach it, and the way to order from it (RS-26 to RS-29). */
export function RestaurantView({ shop }: { shop: Shop }) {
  usePageTitle(shop.displayName);
  const now = useNow(60_000);
  const only = useMemo(() => [shop], [shop]);
  return (
    <div className={styles["page"]}>
      <p>
        <Link to="/ravintolat" className={styles["back"]}>
          <ArrowLeft size={18} strokeWidth={1.75} aria-hidden="true" />
          {PAGE.all}
        </Link>
      </p>
      <div className={styles["halves"]}>
        <div className={styles["facts"]}>
          <h1>{shop.displayName}</h1>
          <p>
            <OpennessChip shop={shop} now={now} />
          </p>
          {shop.notice && (
            <Note tone="stale" icon={<TriangleAlert size={20} strokeWidth={1.75} aria-hidden="true" />}>
              {shop.notice}
            </Note>
          )}
          <address className={styles["address"]}>
            <p>
              <MapPin size={20} strokeWidth={1.75} aria-hidden="true" />
              <span>
                <span className="sr-only">{PAGE.address}: </span>
                {shop.streetAddress}, {shop.zip} {shop.city}
              </span>
            </p>
            <p>
              <Phone size={20} strokeWidth={1.75} aria-hidden="true" />
              <span className="sr-only">{PAGE.phone}: </span>
              <a href={`tel:${shop.phone.replaceAll(" ", "")}`} aria-label={PAGE.call(shop.phone)}>
                {shop.phone}
              </a>
            </p>
          </address>
          <p className="quiet small">{shop.hasWebsale ? PAGE.fee : PAGE.noFee}</p>
          {shop.hasWebsale && <OrderHere shop={shop} />}
        </div>
        <div className={styles["map"]}>
          <RestaurantMap shops={only} label={PAGE.map(shop.displayName)} />
        </div>
      </div>
      <Hours shop={shop} now={now} />
    </div>
  );
}

function OrderHere({ shop }: { shop: Shop }) {
  const { pathname } = useLocation();
  // From where nothing is delivered, one fetches it.
  const search = shop.hasDelivery ? "" : `?${TYPE_FLAGS.pickup}`;
  return (
    <Link
      className={styles["order"]}
      to={{ pathname, search, hash: modalHref(ORDER_SETUP_MODAL) }}
      state={presetState(shop)}
      preventScrollReset
    >
      {PAGE.order}
    </Link>
  );
}
