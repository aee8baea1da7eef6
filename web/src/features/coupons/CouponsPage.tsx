import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import type { Coupons } from "../../api/loyalty";
import { DoorUnlit } from "../../art/scenes/DoorUnlit";
import { type Fields, textOf } from "../../content/fields";
import { Markdown } from "../../content/Markdown";
import { wallTimeOf } from "../../lib/helsinki";
import { HousePizza } from "../../products/picture/HousePizza";
import { BIRTH_DATE_PATH, REGISTER_PATH, SIGN_IN_PATH } from "../../session/signInPath";
import { useMembership } from "../../shop/caller";
import { useOrder } from "../../shop/cart/useCart";
import { kitchenOf, placeOf } from "../../shop/catalog/keys";
import { useCombos, useMenu, useShops, useStory } from "../../shop/catalog/useCatalog";
import { couponsQuery } from "../../shop/loyalty/loyalty";
import { Button, ButtonLink } from "../../ui/Button";
import { EmptyState } from "../../ui/EmptyState";
import { Tickets } from "../../ui/Ticket";
import { Trouble } from "../../ui/Trouble";
import { useNow } from "../../ui/useNow";
import { usePageTitle } from "../../ui/usePageTitle";
import { CodeEntry } from "./CodeEntry";
import { CouponCard } from "./CouponCard";
import styles from "./Coupons.module.css";
import { couponTimeAt, datesOf, nextCouponTime } from "./couponTime";
import { couponViews } from "./couponView";
import { COUPONS, MEMBERS } from "./texts";
import type { MenuState } from "./useCoupon";

const SLUG = "kupongit/couponsPage";
const LOOK_MS = 30_000;

/** `/kupongit`: the coupons that run, in the editors' frame (CP-01 to CP-07). */
export function Component() {
  usePageTitle(COUPONS.title);
  const isForced = useSearchParams()[0].has("forceActive");
  const { data, isError, refetch } = useQuery(couponsQuery(isForced));
  const { data: story } = useStory(SLUG);
  const content = story?.content ?? {};
  return (
    <div className={styles["page"]}>
      <Band coupons={data} content={content} />
      <Trouble>{!data && isError && COUPONS.failed}</Trouble>
      {!data && isError && (
        <div>
          <Button onClick={() => void refetch()}>{COUPONS.retry}</Button>
        </div>
      )}
      {!data && !isError && <Shapes />}
      {data && <Campaign coupons={data} content={content} />}
      <CodeEntry />
      <Words content={content} name="instructions_title" text="instructions_text" />
      <Words content={content} name="terms_title" text="terms_and_conditions" />
    </div>
  );
}

function Campaign({ coupons, content }: { coupons: Coupons; content: Fields }) {
  const { data: menu, isError: hasNoMenu, refetch: askMenu } = useMenu();
  const { data: combos } = useCombos();
  const { data: shops } = useShops();
  const now = useNow(LOOK_MS);
  const chosen = useOrder(placeOf);
  const asked = chosen.preorderTime ?? wallTimeOf(now);
  const time = couponTimeAt(asked, chosen.preorderTime !== null);
  // What a coupon costs is known at any hour: of its next one.
  const kitchen = kitchenOf(chosen, shops);
  const place = { ...kitchen, preorderTime: nextCouponTime(asked, time) ?? kitchen.preorderTime };
  const menuState: MenuState = {
    at: menu !== undefined ? "there" : hasNoMenu ? "failed" : "coming",
    askAgain: () => void askMenu(),
  };
  if (coupons.coupons.length === 0) {
    return (
      <EmptyState
        drawing={<DoorUnlit />}
        text={COUPONS.none}
        action={<ButtonLink to="/menu">{COUPONS.toMenu}</ButtonLink>}
      />
    );
  }
  return (
    <>
      {coupons.coupons.some(({ is_loyalty: isOfMembers }) => isOfMembers) && <Members />}
      <Tickets label={COUPONS.list}>
        {couponViews(coupons.coupons, menu, combos, content).map((view) => (
          <li key={view.coupon.code}>
            <CouponCard view={view} time={time} place={place} menu={menuState} />
          </li>
        ))}
      </Tickets>
    </>
  );
}

/** The campaign: its name, its days and hours, and the editors' picture or ours. */
function Band({ coupons, content }: { coupons: Coupons | undefined; content: Fields }) {
  const now = useNow(LOOK_MS);
  const dates = coupons && coupons.coupons.length > 0 ? datesOf(coupons.start, coupons.end, now) : null;
  const [wide, narrow] = [textOf(content, "header_desktop_text"), textOf(content, "header_mobile_text")];
  const title = textOf(content, "title") || COUPONS.title;
  return (
    <section className={styles["band"]}>
      <div className={styles["words"]}>
        {/* The editors' picture may have the words in it. */}
        <h1 className={wide === "" ? undefined : "sr-only"}>{title}</h1>
        {wide !== "" && <Picture wide={wide} narrow={narrow} className={styles["titled"]} />}
        <p>
          {dates !== null && (
            <>
              {COUPONS.valid} <b className="whole">{dates}</b>{" "}
            </>
          )}
          {COUPONS.hours}
        </p>
      </div>
      {wide === "" && <BandPicture content={content} />}
    </section>
  );
}

function BandPicture({ content }: { content: Fields }) {
  const [wide, narrow] = [textOf(content, "header_desktop_notext"), textOf(content, "header_mobile_notext")];
  if (wide === "") return <HousePizza name="garden" className={styles["pizza"]} />;
  return <Picture wide={wide} narrow={narrow} className={styles["beside"]} />;
}

interface PictureProps {
  wide: string;
  narrow: string;
  className: string | undefined;
}

function Picture({ wide, narrow, className }: PictureProps) {
  return (
    <picture>
      {narrow !== "" && <source media="(max-width: 760px)" srcSet={narrow} />}
      <img className={className} src={wide} alt="" />
    </picture>
  );
}

/** Coupons of members: the way in for guests, what else there is for members (CP-04, CP-05). */
function Members() {
  const membership = useMembership();
  const ways = {
    guest: {
      text: MEMBERS.guest,
      links: [
        [REGISTER_PATH, MEMBERS.join],
        [SIGN_IN_PATH, MEMBERS.signIn],
      ],
    },
    registered: { text: MEMBERS.registered, links: [[BIRTH_DATE_PATH, MEMBERS.joinNow]] },
    member: {
      text: MEMBERS.member,
      links: [
        ["/asiakastili/etukoodini", MEMBERS.benefits],
        ["/ehdot/kotijoukkojen-kayttoehdot", MEMBERS.terms],
      ],
    },
    staff: null,
  }[membership];
  if (ways === null) return null;
  return (
    <p className={styles["members"]}>
      <span>{ways.text}</span>
      {ways.links.map(([to = "", text]) => (
        <Link key={to} to={to} className={styles["link"]}>
          {text}
        </Link>
      ))}
    </p>
  );
}

/** Words of the editors under a heading of theirs. */
function Words({ content, name, text }: { content: Fields; name: string; text: string }) {
  const [title, words] = [textOf(content, name), textOf(content, text)];
  if (words === "") return null;
  return (
    <section className={styles["editors"]}>
      {title !== "" && <h2>{title}</h2>}
      <Markdown text={words} />
    </section>
  );
}

function Shapes() {
  return (
    <div className={styles["shapes"]}>
      <p className="sr-only" role="status">
        {COUPONS.loading}
      </p>
      <i />
      <i />
      <i />
      <i />
    </div>
  );
}
