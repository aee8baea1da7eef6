import { Check } from "lucide-react";
import { memo, useState } from "react";
import { Link } from "react-router";
import { BIRTH_DATE_PATH, SIGN_IN_PATH } from "../../lib/signInPaths";
import { ProductPicture } from "../../art/food/drawn";
import type { CrossSellOption, MenuListing, MenuProduct } from "../../api/wire";
import { euros } from "../../lib/money";
import { dispatch } from "../../shop/cart/useCart";
import { type Membership, useMembership } from "../../shop/caller";
import { Button } from "../../ui/Button";
import { productPath } from "../productPath";
import { type Build, isCheaperAsCustom, type Model } from "./configurator";
import { itemOfProduct, productIn } from "../itemOfProduct";
import styles from "./Offers.module.css";
import { RecommendedModal, RecommendedName } from "./Recommended";
import { CUSTOM_HINT, CUSTOM_LINES, EDITOR, OFFER } from "./texts";
import { useWhenSetUp } from "./useWhenSetUp";

interface OffersProps {
  model: Model;
  build: Build;
  menu: MenuListing | undefined;
  crossSell: readonly CrossSellOption[];
}

/** What goes with it: the chef's word, benefits, the other lines of one's own (PD-06, PD-09, PD-36 to PD-38). */
export const Offers = memo(function Offers(props: OffersProps) {
  const { model, build, menu, crossSell } = props;
  const membership = useMembership();
  const { product } = model;
  const recommended = product.productRecommendation;
  const chosen = recommended && productIn(menu, recommended.recommendedProductId);
  const benefits = crossSell.filter(({ remaining }) => remaining > 0);
  return (
    <>
      {isCheaperAsCustom(model, build) && <CustomHint category={product.productCategoryId} />}
      {(chosen || benefits.length > 0) && (
        <section aria-labelledby="suosittelemme">
          <h2 id="suosittelemme">{EDITOR.recommended}</h2>
          <div className={styles["offers"]}>
            {recommended && chosen && (
              <Offer product={chosen} text={recommended.recommendationText} isRecommended />
            )}
            {benefits.map((option) => (
              <Benefit key={option.campaignId} option={option} menu={menu} membership={membership} />
            ))}
          </div>
        </section>
      )}
      {product.custom && <OtherLines category={product.productCategoryId} />}
    </>
  );
});

/** PD-30. */
function CustomHint({ category }: { category: string }) {
  const line = CUSTOM_LINES.find(
    (one) => one.category === (category === "minimonster" ? "monster" : category),
  );
  if (!line) return null;
  return (
    <p className={styles["hint"]} role="status">
      {CUSTOM_HINT.text} <Link to={productPath(line.slug)}>{CUSTOM_HINT.link}</Link>
    </p>
  );
}

function OtherLines({ category }: { category: string }) {
  const others = CUSTOM_LINES.filter((line) => line.category !== category);
  return (
    <nav aria-label={OFFER.tryAlso} className={styles["lines"]}>
      <h2>{OFFER.tryAlso}</h2>
      <ul>
        {others.map(({ slug, name }) => (
          <li key={slug}>
            <Link to={productPath(slug)}>{name}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface OfferProps {
  product: MenuProduct;
  text: string;
  sizeId?: string | undefined;
  /** Whether its name opens what there is to know of it. */
  isRecommended?: boolean;
}

function Offer({ product, text, sizeId, isRecommended = false }: OfferProps) {
  const [state, setState] = useState<AddState>("idle");
  const whenSetUp = useWhenSetUp();
  const item = itemOfProduct(product, "recommendation", sizeId);
  const add = () =>
    whenSetUp(() => {
      setState("adding");
      dispatch({ type: "addItem", item }).then(
        () => setState("added"),
        // What went wrong the cart has told.
        () => setState("idle"),
      );
    });
  const price = euros(item.unitPrice);
  const button = <AddButton name={product.name} state={state} onAdd={add} />;
  return (
    <div className={styles["offer"]}>
      <ProductPicture
        product={{
          name: product.name,
          productId: product.productId,
          productCategoryId: product.productCategoryId,
          ingredients: [],
        }}
        size={64}
      />
      <p>
        <b>{isRecommended ? <RecommendedName name={product.name} /> : product.name}</b>{" "}
        <span className="quiet whole">{price}</span>
        <br />
        <span className="quiet small">{text}</span>
      </p>
      {button}
      {isRecommended && (
        <RecommendedModal product={product} text={text} price={price}>
          {button}
        </RecommendedModal>
      )}
      <p className="sr-only" role="status">
        {state === "added" && `${product.name}: ${OFFER.added}`}
      </p>
    </div>
  );
}

type AddState = "idle" | "adding" | "added";

interface AddButtonProps {
  name: string;
  state: AddState;
  onAdd: () => void;
}

function AddButton({ name, state, onAdd }: AddButtonProps) {
  return (
    <Button look="quiet" aria-label={OFFER.add(name)} aria-disabled={state === "adding"} onClick={onAdd}>
      {state === "added" ? (
        <>
          <Check size={18} strokeWidth={2} aria-hidden="true" />
          {OFFER.added}
        </>
      ) : state === "adding" ? (
        OFFER.adding
      ) : (
        OFFER.addShort
      )}
    </Button>
  );
}

interface BenefitProps {
  option: CrossSellOption;
  menu: MenuListing | undefined;
  membership: Membership;
}

/** A member alone gets a member's benefit; others are led to where one becomes one (PD-36, PD-37). */
function Benefit({ option, menu, membership }: BenefitProps) {
  const product = productIn(menu, option.defaultProductId);
  const isShut = option.requiresRegisteredUser && membership !== "member";
  const sizeId = product?.productSizes.find(({ productSizeID }) =>
    option.applicableToSizes.includes(productSizeID),
  )?.productSizeID;
  return (
    <>
      {/* Whom the benefit is not for has it at its own price. */}
      {product && <Offer product={product} text={option.campaignName} sizeId={sizeId} />}
      {isShut && membership !== "staff" && (
        <div className={styles["benefit"]}>
          {!product && <p>{option.campaignName}</p>}
          <Link to={membership === "guest" ? SIGN_IN_PATH : BIRTH_DATE_PATH}>
            {membership === "guest" ? OFFER.signIn : OFFER.join}
          </Link>
        </div>
      )}
    </>
  );
}
