import { tellPageError } from "../../analytics/pageErrors";
import { Wine } from "lucide-react";
import { lazy, type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import type { CrossSellOption, MenuProduct } from "../../api/wire";
import { arriving } from "../../lib/arriving";
import { euros } from "../../lib/money";
import { BIRTH_DATE_PATH, SIGN_IN_PATH } from "../../session/signInPath";
import { cardStateOf } from "../../products/card/cardState";
import { itemOfProduct } from "../../products/itemOfProduct";
import { ProductImage } from "../../products/picture/ProductImage";
import { useUser } from "../../session/useUser";
import { useMembership } from "../../shop/caller";
import { CUSTOMER } from "../../session/session";
import { useSoldOutIds } from "../../shop/availability/useSoldOutIds";
import { dispatch, useOrder } from "../../shop/cart/useCart";
import { useMenu } from "../../shop/catalog/useCatalog";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { Modal } from "../../ui/modal/Modal";
import { ModalLink } from "../../ui/modal/ModalLink";
import { SlicePlate } from "../../ui/SlicePlate";
import styles from "./Extras.module.css";
import { EXTRAS } from "./texts";

/** Of members alone. */
const CartSlices = lazy(() =>
  arriving(() => import("./CartSlices")).then((module) => ({ default: module.CartSlices })),
);

const ALCOHOL = "alcohol";
/** Where one says it, in its own dialog. */
const BIRTH_DATE = "/asiakastili/omat-tiedot#syntymaaika";
const ALCOHOL_MODAL = "alkoholit";

/** What goes with the order: cheaper things beside it (PD-36 to PD-38), drinks of adults (CA-11), and what signing in brings (CA-14, CA-15). */
export function Extras() {
  const { options, isDelivery } = useOrder(({ priced, method }) => ({
    options: priced?.crossSellOptionDetails ?? NO_OPTIONS,
    isDelivery: method?.orderType === "delivery",
  }));
  const user = useUser();
  const membership = useMembership();
  const isGuest = !user;
  const isAgeUnknown = user?.customerSegment === CUSTOMER && !user.birthDateSet;
  const { data: menu } = useMenu();
  const soldOutIds = useSoldOutIds();
  const isToBeHad = (product: MenuProduct) => cardStateOf(product, soldOutIds).kind === "available";
  const products = menu?.categories.flatMap((category) => category.products) ?? [];
  const offers = bestByProduct(options).flatMap((option) => {
    const product = products.find(({ productId }) => productId === option.defaultProductId);
    return product && isToBeHad(product) ? [{ option, product }] : [];
  });
  // Only who may buy them is told of them.
  const drinks =
    menu?.categories.find(({ productCategoryID }) => productCategoryID === ALCOHOL)?.products ?? [];
  const inStock = drinks.filter(isToBeHad);
  return (
    <Card title={EXTRAS.title}>
      <ul className={styles["extras"]}>
        {offers.map(({ option, product }) => (
          <Offer key={option.campaignId} option={option} product={product} />
        ))}
        {membership === "member" && (
          <Suspense>
            <CartSlices />
          </Suspense>
        )}
        {isGuest && (
          <Extra sign={<SlicePlate slices={3} size={48} />} words={EXTRAS.loyalty}>
            <SignIn>{EXTRAS.loyaltyLink}</SignIn>
          </Extra>
        )}
        {isGuest && drinks.length === 0 && !isDelivery && (
          <Extra sign={<Wine size={24} strokeWidth={1.75} aria-hidden="true" />} words={EXTRAS.alcoholGuest}>
            <SignIn>{EXTRAS.loyaltyLink}</SignIn>
          </Extra>
        )}
        {isAgeUnknown && !isDelivery && (
          <Extra sign={<Wine size={24} strokeWidth={1.75} aria-hidden="true" />} words={EXTRAS.birthDate}>
            <Link className={styles["link"]} to={BIRTH_DATE}>
              {EXTRAS.birthDateLink}
            </Link>
          </Extra>
        )}
        {inStock.length > 0 && (
          <Extra sign={<Wine size={24} strokeWidth={1.75} aria-hidden="true" />}>
            <ModalLink name={ALCOHOL_MODAL} className={styles["link"]}>
              {EXTRAS.alcohol}
            </ModalLink>
          </Extra>
        )}
      </ul>
      <Drinks drinks={inStock} />
    </Card>
  );
}

const NO_OPTIONS: readonly CrossSellOption[] = [];

/** Each product once, whichever campaigns offer it: what this person can take, then what saves most. */
function bestByProduct(options: readonly CrossSellOption[]): CrossSellOption[] {
  const best = options
    .filter(({ remaining }) => remaining > 0)
    .toSorted(
      (a, b) => Number(a.requiresRegisteredUser) - Number(b.requiresRegisteredUser) || b.amount - a.amount,
    );
  const products = best.map(({ defaultProductId }) => defaultProductId);
  return best.filter(({ defaultProductId }, at) => products.indexOf(defaultProductId) === at);
}

function Offer({ option, product }: { option: CrossSellOption; product: MenuProduct }) {
  const membership = useMembership();
  const size = product.productSizes.find(
    ({ productSizeID, isOutOfStock }) => !isOutOfStock && fits(option, productSizeID),
  );
  if (!size) return null;
  const words = (
    <>
      <b>{product.name}</b>
      {/* Who is no member has it at its own price. */}
      {option.requiresRegisteredUser && <small>{EXTRAS.price(size.name, euros(size.calculatedPrice))}</small>}
      <small>{EXTRAS.cheaper(euros(option.amount))}</small>
    </>
  );
  return (
    <Extra picture={<ProductImage product={product} size={48} />} words={words}>
      <AddButton product={product} sizeId={size.productSizeID} />
      {membership === "guest" && option.requiresRegisteredUser && <SignIn>{EXTRAS.logIn}</SignIn>}
      {membership === "registered" && option.requiresRegisteredUser && (
        <Link className={styles["link"]} to={BIRTH_DATE_PATH}>
          {EXTRAS.join}
        </Link>
      )}
    </Extra>
  );
}

function fits({ applicableToSizes }: CrossSellOption, sizeId: string): boolean {
  return applicableToSizes.length === 0 || applicableToSizes.includes(sizeId);
}

interface ExtraProps {
  /** Food, which an arch frames. */
  picture?: ReactNode;
  /** What stands in its place where there is none. */
  sign?: ReactNode;
  words?: ReactNode;
  /** The way to it. */
  children: ReactNode;
}

/** One thing that goes with the order. */
function Extra({ picture, sign, words, children }: ExtraProps) {
  return (
    <li>
      <span className={styles[picture === undefined ? "sign" : "picture"]}>{picture ?? sign}</span>
      <div className={styles["body"]}>
        {words !== undefined && <p className={styles["words"]}>{words}</p>}
        {children}
      </div>
    </li>
  );
}

function SignIn({ children }: { children: string }) {
  return (
    <Link className={styles["link"]} to={SIGN_IN_PATH}>
      {children}
    </Link>
  );
}

/** CA-11. */
function Drinks({ drinks }: { drinks: readonly MenuProduct[] }) {
  return (
    <Modal name={ALCOHOL_MODAL} title={EXTRAS.alcohol} closeLabel={EXTRAS.alcoholDone}>
      <ul className={styles["extras"]}>
        {drinks.map((drink) => (
          <Extra
            key={drink.productId}
            picture={<ProductImage product={drink} size={48} />}
            words={
              <>
                <b>{drink.name}</b>
                <small>{euros(drink.basePrice)}</small>
              </>
            }
          >
            <AddButton product={drink} sizeId={drink.productSizes[0]?.productSizeID ?? ""} />
          </Extra>
        ))}
      </ul>
    </Modal>
  );
}

function AddButton({ product, sizeId }: { product: MenuProduct; sizeId: string }) {
  const add = () =>
    void dispatch({ type: "addItem", item: itemOfProduct(product, "cart", sizeId) }).catch((cause: unknown) =>
      tellPageError("FRONTEND_CROSS_SELL_ITEM_ISSUE", cause),
    );
  return (
    <Button look="quiet" onClick={add} aria-label={EXTRAS.addLabel(product.name)}>
      {EXTRAS.add}
    </Button>
  );
}
