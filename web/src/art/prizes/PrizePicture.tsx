import hashes from "virtual:product-pictures";
import type { ReactNode } from "react";
import { Carton } from "../food/sides/Carton";
import { Dip, IceCup } from "../food/sides/cups";
import { Drink } from "../food/sides/drinks";
import { prizeKindOf, type PrizeKind } from "./kinds";

const DRAWN: Record<PrizeKind, (type: string) => ReactNode> = {
  pizza: () => <PrizePizza />,
  drink: (type) => <Drink name={/jaffa/i.test(type) ? "Jaffa" : ""} seed={0} />,
  iceCream: () => <IceCup name="" />,
  candy: () => <CandyBag />,
  dip: () => <Dip name="" />,
  delivery: () => <Carton />,
  gift: () => <Gift />,
  again: () => <Again />,
  nothing: () => <Crumbs />,
  discount: () => <Discount />,
};

/** What a type stands for, around 0, 0 and some 100 large, for use inside an `svg`. */
export function PrizeShape({ type }: { type: string }) {
  return DRAWN[prizeKindOf(type)](type);
}

/** The same as a small picture; nothing to hear. */
export function PrizePicture({ type, size }: { type: string; size: number }) {
  return (
    <svg viewBox="-106 -106 214 218" width={size} height={size} aria-hidden="true">
      <PrizeShape type={type} />
    </svg>
  );
}

/** The pizza that nine slices are. */
export function PrizePizza() {
  return <use href={`/assets/pictures/pepperoni.${hashes["pepperoni"]}.svg#pizza`} />;
}

function CandyBag() {
  return (
    <g transform="scale(1.5)">
      <path d="M-40-44Q0-52 40-44L46 54Q0 64-46 54Z" fill="#C9341B" />
      <path d="M-40-44Q0-52 40-44L38-56Q0-62-38-56Z" fill="#A92812" />
      <path d="M-18 40V10A18 18 0 0 1 18 10V40Z" fill="#FFF4D8" />
      <circle cx="-6" cy="24" r="7" fill="#26704A" />
      <circle cx="8" cy="30" r="7" fill="#FFC861" />
      <circle cx="4" cy="14" r="6" fill="#C9341B" />
    </g>
  );
}

function Gift() {
  return (
    <g transform="translate(0 10) scale(1.4)">
      <path d="M-44-18H44V46H-44Z" fill="#26345F" />
      <path d="M-52-34H52V-10H-52Z" fill="#3B5290" />
      <path d="M-9-34H9V46H-9Z" fill="#FFC861" />
      <path
        d="M0-34C-34-34-40-66-20-68C-6-69 0-48 0-34C0-48 6-69 20-68C40-66 34-34 0-34Z"
        fill="none"
        stroke="#FFC861"
        strokeWidth="8"
        strokeLinejoin="round"
      />
    </g>
  );
}

function Again() {
  return (
    <path
      d="M54-44A70 70 0 1 0 70 0M70-70V-30H30"
      fill="none"
      stroke="#26345F"
      strokeWidth="14"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
}

function Crumbs() {
  return (
    <g transform="scale(1.5)">
      <circle r="46" fill="#FFF" />
      <circle r="34" fill="#EFEAE2" />
      <path d="M-14-6l8 5M12 8l5 3M-2 14l3 4" stroke="#C98A44" strokeWidth="5" strokeLinecap="round" />
    </g>
  );
}

function Discount() {
  return (
    <>
      <path
        d="M-84-46H84Q92-46 92-38V-16A16 16 0 0 0 92 16V38Q92 46 84 46H-84Q-92 46-92 38V16A16 16 0 0 0-92-16V-38Q-92-46-84-46Z"
        fill="#C9341B"
      />
      <path d="M24-24L-24 24" stroke="#FFC861" strokeWidth="10" strokeLinecap="round" />
      <circle cx="-20" cy="-16" r="11" fill="none" stroke="#FFC861" strokeWidth="9" />
      <circle cx="20" cy="16" r="11" fill="none" stroke="#FFC861" strokeWidth="9" />
    </>
  );
}
