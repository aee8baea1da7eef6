import { Link } from "react-router";
import { euros } from "../../lib/money";
import { productPath } from "../../products/productPath";
import { useOrder } from "../../shop/cart/useCart";
import { useCombos } from "../../shop/catalog/useCatalog";
import { ORDER_SETUP_MODAL } from "../../shop/modalNames";
import { ButtonLink } from "../../ui/Button";
import { TextPage } from "../../ui/TextPage";
import { usePageTitle } from "../../ui/usePageTitle";
import styles from "./Offers.module.css";
import { OFFERS, TWO_FOR_ONE } from "./texts";

/** `/tarjoukset`: what there is beside the menu. */
export function Component() {
  usePageTitle(OFFERS.title);
  const hasShop = useOrder(({ method }) => method !== null);
  const { data: combos } = useCombos();
  return (
    <TextPage title={OFFERS.title} lead={OFFERS.lead}>
      <div className={styles["parts"]}>
        {!hasShop && (
          <p className={styles["first"]}>
            {OFFERS.noShop} <ButtonLink to={`#${ORDER_SETUP_MODAL}`}>{OFFERS.choose}</ButtonLink>
          </p>
        )}
        {combos?.length === 0 && <p>{OFFERS.none}</p>}
        <ul className={styles["list"]}>
          <li>
            <Link to="/osta2maksa1" className={styles["offer"]}>
              <b>{TWO_FOR_ONE.title}</b>
              <span>{TWO_FOR_ONE.lead}</span>
            </Link>
          </li>
          {combos?.map(({ campaignId, campaignSlug, name, description, comboPrice, availability }) => (
            <li key={campaignId}>
              <Link to={productPath(campaignSlug)} className={styles["offer"]}>
                <b>
                  {name} <span className="whole">{euros(comboPrice)}</span>
                </b>
                <span>{availability.message ?? description}</span>
              </Link>
            </li>
          ))}
        </ul>
        <ButtonLink to="/menu" look="quiet">
          {OFFERS.menu}
        </ButtonLink>
      </div>
    </TextPage>
  );
}
