import { CalendarClock, Car, Phone, ShoppingBag, Utensils } from "lucide-react";
import type { ReactNode } from "react";
import type { OrderType } from "../../../api/wire";
import type { OrderState } from "../../../live/live";
import { windowsLit } from "../../../live/rules";
import { ButtonLink } from "../../../ui/Button";
import { Hero, HeroActions, HeroFoot, HeroMeta, HeroText, HeroTitle } from "../../../ui/Hero";
import { Minutes } from "../../../ui/Minutes";
import { ORDER_TYPES, WINDOWS } from "../../../ui/orderTypes";
import { Stairwell } from "../../../ui/Stairwell";
import { PREORDER, TEXTS } from "../texts";
import type { HeroView } from "./heroOf";
import { OrderScene } from "./OrderScene";

const ICONS: Record<OrderType, ReactNode> = {
  delivery: <Car size={18} strokeWidth={1.75} aria-hidden="true" />,
  pickup: <ShoppingBag size={18} strokeWidth={1.75} aria-hidden="true" />,
  eatin: <Utensils size={18} strokeWidth={1.75} aria-hidden="true" />,
};

/** When and where, without scrolling. */
export function TrackingHero({ order, view }: { order: OrderState; view: HeroView }) {
  return (
    <Hero tone={view.tone} scene={<OrderScene name={view.scene} order={order} />}>
      <OrderMeta order={order} preorder={view.phase === "preorder"} />
      <HeroTitle size={view.minutes === null ? "outcome" : "stage"}>{view.title}</HeroTitle>
      {view.minutes !== null && <Minutes text={view.minutes} spoken={TEXTS.minutes(view.minutes)} />}
      <HeroText>
        {view.clock && (
          <>
            {view.clock.before} <b className="whole">{view.clock.times}</b>.{" "}
          </>
        )}
        <Emphasised text={view.sentences[0] ?? ""} part={view.emphasis} />
      </HeroText>
      {view.sentences.slice(1).map((sentence) => (
        <HeroText key={sentence}>{sentence}</HeroText>
      ))}
      {view.tone === "peru" && <WayOut phone={order.restaurant.phone} />}
      {view.stairwell && (
        <HeroFoot>
          <Stairwell labels={WINDOWS[order.orderInfo.orderType]} lit={windowsLit(order)} />
        </HeroFoot>
      )}
    </Hero>
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

function OrderMeta({ order, preorder }: { order: OrderState; preorder: boolean }) {
  const type = ORDER_TYPES[order.orderInfo.orderType];
  const { displayName } = order.restaurant;
  if (!preorder) {
    return <HeroMeta icon={ICONS[order.orderInfo.orderType]}>{`${type} · ${displayName}`}</HeroMeta>;
  }
  const icon = <CalendarClock size={18} strokeWidth={1.75} aria-hidden="true" />;
  return <HeroMeta icon={icon}>{`${PREORDER.label} · ${type} · ${displayName}`}</HeroMeta>;
}

/** One action and one way out. */
function WayOut({ phone }: { phone: string }) {
  return (
    <HeroActions>
      <ButtonLink href={`tel:${phone.replaceAll(" ", "")}`}>
        <Phone size={18} strokeWidth={1.75} aria-hidden="true" />
        {TEXTS.call}
      </ButtonLink>
      <ButtonLink look="line" to="/">
        {TEXTS.home}
      </ButtonLink>
    </HeroActions>
  );
}
