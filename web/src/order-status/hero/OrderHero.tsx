import { CalendarClock, Car, Phone, ShoppingBag, Utensils } from "lucide-react";
import { Fragment, lazy, type ReactNode, Suspense } from "react";
import type { OrderTracking, OrderType } from "../../api/wire";
import { windowsSkipped } from "../../live/course";
import { windowsLit } from "../../live/rules";
import { ButtonLink } from "../../ui/Button";
import { Hero, HeroActions, HeroFoot, HeroMeta, HeroText, HeroTitle } from "../../ui/Hero";
import { Minutes } from "../../ui/Minutes";
import { ORDER_TYPES, WINDOWS } from "../../ui/texts";
import { Stairwell } from "../../ui/Stairwell";
import { HERO, MAP, PREORDER } from "../texts";
import { OrderMap } from "../map/OrderMap";
import type { MapView } from "../map/mapOf";
import { carInWords } from "../map/words";
import type { HeroView } from "./heroOf";
import { arriving } from "../../lib/arriving";

const OrderScene = lazy(() =>
  arriving(() => import("./OrderScene")).then((module) => ({ default: module.OrderScene })),
);

const ICONS: Record<OrderType, ReactNode> = {
  delivery: <Car size={18} strokeWidth={1.75} aria-hidden="true" />,
  pickup: <ShoppingBag size={18} strokeWidth={1.75} aria-hidden="true" />,
  eatin: <Utensils size={18} strokeWidth={1.75} aria-hidden="true" />,
};

interface OrderHeroProps {
  order: OrderTracking;
  view: HeroView;
  /** The map that takes the scene's place; `null` where there is none. */
  map: MapView | null;
}

/** When and where, without scrolling. */
export function OrderHero({ order, view, map }: OrderHeroProps) {
  const drawn = (
    <Suspense>
      <OrderScene name={view.scene} order={order} />
    </Suspense>
  );
  const scene = map && <OrderMap view={map} words={carInWords(map) ?? MAP.places} instead={drawn} />;
  return (
    <Hero tone={view.tone} scene={scene ?? drawn} isSceneTall={map !== null}>
      <OrderMeta order={order} preorder={view.phase === "preorder"} />
      <HeroTitle size={view.minutes === null ? "outcome" : "stage"}>{view.title}</HeroTitle>
      {view.minutes !== null && <Minutes text={view.minutes} spoken={HERO.minutes(view.minutes)} />}
      <Sentences view={view} />
      {view.tone === "peru" && <WayOut restaurant={order.restaurant} />}
      {view.stairwell && (
        <HeroFoot>
          <Stairwell
            labels={WINDOWS[order.orderInfo.orderType]}
            lit={windowsLit(order)}
            skipped={windowsSkipped(order)}
          />
        </HeroFoot>
      )}
    </Hero>
  );
}

/** What stands under the minutes. On the road each sentence is a fact of its own, and has a line of its own. */
function Sentences({ view: { clock, sentences, emphasis, tone } }: { view: HeroView }) {
  const [first = "", ...others] = sentences;
  const isByLine = tone === "matka";
  return (
    <>
      <HeroText>
        {clock && (
          <>
            {clock.before} <b className="whole">{clock.times}</b>.{" "}
          </>
        )}
        {clock && isByLine && <br />}
        <Emphasised text={first} part={emphasis} />
        {isByLine &&
          others.map((sentence) => (
            <Fragment key={sentence}>
              {" "}
              <br />
              {sentence}
            </Fragment>
          ))}
      </HeroText>
      {!isByLine && others.map((sentence) => <HeroText key={sentence}>{sentence}</HeroText>)}
    </>
  );
}

/** A sentence with one part in bold. */
function Emphasised({ text, part }: { text: string; part: string | undefined }) {
  if (part === undefined) return text;
  const [before, ...after] = text.split(part);
  return (
    <>
      {before}
      <b>{part}</b>
      {after.join(part)}
    </>
  );
}

function OrderMeta({ order, preorder }: { order: OrderTracking; preorder: boolean }) {
  const type = ORDER_TYPES[order.orderInfo.orderType];
  const { displayName } = order.restaurant;
  if (!preorder) {
    return <HeroMeta icon={ICONS[order.orderInfo.orderType]}>{`${type} · ${displayName}`}</HeroMeta>;
  }
  const icon = <CalendarClock size={18} strokeWidth={1.75} aria-hidden="true" />;
  return <HeroMeta icon={icon}>{`${PREORDER.label} · ${type} · ${displayName}`}</HeroMeta>;
}

/** One action and one way out. The number is to be read, too: not every machine can call. */
function WayOut({ restaurant: { phone } }: { restaurant: OrderTracking["restaurant"] }) {
  return (
    <HeroActions>
      <ButtonLink href={`tel:${phone.replaceAll(" ", "")}`}>
        <Phone size={18} strokeWidth={1.75} aria-hidden="true" />
        <span>
          {HERO.call} <span className="whole">{phone}</span>
        </span>
      </ButtonLink>
      <ButtonLink look="line" to="/">
        {HERO.home}
      </ButtonLink>
    </HeroActions>
  );
}
