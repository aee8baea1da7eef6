import { MarkShape } from "../Mark";

/** A can of lemonade, in a box of 212 around 0, 0. */
export function Can({ colour }: { colour: string }) {
  return (
    <>
      <ellipse cx="6" cy="96" rx="48" ry="9" fill="#14192B" opacity="0.16" />
      <path
        d="M-42-72Q-42-80-34-84L-30-90H30L34-84Q42-80 42-72V72Q42 82 32 88L28 93H-28L-32 88Q-42 82-42 72Z"
        fill="#C9CED6"
      />
      <path d="M-42-70H42V74H-42Z" fill={colour} />
      <path d="M-42-70H-27V74H-42Z" fill="#fff" opacity="0.16" />
      <path d="M26-70H42V74H26Z" fill="#14192B" opacity="0.14" />
      <path d="M-30-90H30L34-84H-34Z" fill="#F4F6F8" />
      <ellipse cy="-90" rx="30" ry="4.4" fill="#B4BBC6" />
      <path d="M-23 46V10A23 23 0 0 1 23 10V46Z" fill="#F4B13C" />
      <circle cy="18" r="12" fill="#FFF0CC" />
    </>
  );
}

/** A cup of dip. */
export function Dip() {
  return (
    <>
      <ellipse cx="6" cy="62" rx="68" ry="13" fill="#14192B" opacity="0.16" />
      <path d="M-74-6L-58 50Q-54 64 0 66Q54 64 58 50L74-6Z" fill="#2B3A67" />
      <path d="M-20 64.6V40A20 20 0 0 1 20 40V64.6Q0 66-20 64.6Z" fill="#FFC861" />
      <ellipse cy="-9" rx="76" ry="25" fill="#40528A" />
      <ellipse cy="-9" rx="69" ry="20.5" fill="#F7EDD2" />
      <path
        d="M-56-8C-50-24 40-28 52-12C60 0 8 8-18 3C-36-1-26-12-4-13C16-14 22-8 10-5"
        fill="none"
        stroke="#FFFBEF"
        strokeWidth="7"
        strokeLinecap="round"
      />
      <g fill="#4B8A33">
        <ellipse cx="-34" cy="-6" rx="4" ry="1.8" />
        <ellipse cx="30" cy="-17" rx="4" ry="1.8" />
        <ellipse cx="-4" cy="5" rx="3.2" ry="1.5" />
      </g>
    </>
  );
}

/** A cup of ice cream with berries. */
export function IceCup() {
  return (
    <>
      <ellipse cx="6" cy="92" rx="46" ry="9" fill="#14192B" opacity="0.16" />
      <path d="M-48-24C-58-64-26-80-9-70C3-90 48-82 45-48C56-42 54-30 48-22Z" fill="#FFF4D8" />
      <path
        d="M-10-68C-4-62-2-52-8-44M42-48C34-50 26-46 22-40"
        stroke="#E8D09A"
        strokeWidth="3"
        fill="none"
        strokeLinecap="round"
      />
      <path d="M-40-30C-30-46-8-44 0-34C10-48 40-44 46-28Z" fill="#C5203B" opacity="0.92" />
      <circle cx="-6" cy="-74" r="6" fill="#9C0F28" />
      <circle cx="7" cy="-80" r="6" fill="#C5203B" />
      <path d="M-56-26H56L42 82Q40 90 30 90H-30Q-40 90-42 82Z" fill="#8FB4DA" />
      <path d="M-58-32H58Q62-32 61-26L60-20H-60L-61-26Q-62-32-58-32Z" fill="#CFE0F2" />
      <path d="M-20 66V34A20 20 0 0 1 20 34V66Z" fill="#FFC861" />
    </>
  );
}

/** Folded dough: kotzone, and what is rolled or pressed. */
export function Folded() {
  return (
    <>
      <ellipse cx="6" cy="64" rx="96" ry="16" fill="#14192B" opacity="0.16" />
      <path d="M-98 34C-104-40-50-74 0-74S104-40 98 34C98 58 60 66 0 66S-98 58-98 34Z" fill="#B9742F" />
      <path d="M-95 30C-100-38-48-71 0-71S100-38 95 30C94 50 60 59 0 59S-94 50-95 30Z" fill="#E2A557" />
      <path d="M-80 14C-80-40-38-60 0-60S80-40 80 14C78 34 50 40 0 40S-78 34-80 14Z" fill="#EDBB70" />
      <g stroke="#8C3A16" strokeWidth="9" strokeLinecap="round">
        <path d="M-34-18L-26 16M0-26V12M34-18L26 16" />
      </g>
      <g stroke="#C63D20" strokeWidth="4.5" strokeLinecap="round">
        <path d="M-34-18L-26 16M0-26V12M34-18L26 16" />
      </g>
      <path
        d="M-62-34C-44-56-14-62 6-62"
        stroke="#FBE3B0"
        strokeWidth="5"
        fill="none"
        strokeLinecap="round"
      />
    </>
  );
}

/** A paper cup of something to nibble. */
export function Snack() {
  return (
    <>
      <ellipse cx="6" cy="88" rx="52" ry="10" fill="#14192B" opacity="0.16" />
      <g stroke="#B9742F" strokeWidth="15" strokeLinecap="round">
        <path d="M-34-10L-48-66M-12-14L-16-82M12-14L20-78M34-10L52-58" />
      </g>
      <g stroke="#EDBB70" strokeWidth="10" strokeLinecap="round">
        <path d="M-34-10L-48-66M-12-14L-16-82M12-14L20-78M34-10L52-58" />
      </g>
      <path d="M-58-24H58L44 82Q42 88 34 88H-34Q-42 88-44 82Z" fill="#C9341B" />
      <path d="M-58-24H-36L-28 88H-34Q-42 88-44 82Z" fill="#fff" opacity="0.2" />
      <path d="M-20 64V30A20 20 0 0 1 20 30V64Z" fill="#FFC861" />
    </>
  );
}

/** A closed carton with the mark: what is in it we cannot draw. */
export function Carton() {
  return (
    <>
      <ellipse cx="4" cy="64" rx="90" ry="13" fill="#14192B" opacity="0.16" />
      <path d="M-80-36H80L88 62H-88Z" fill="#B77B3C" />
      <path d="M-84-46H84L88 34H-88Z" fill="#E8B874" />
      <g transform="translate(-26 -34) scale(.82)">
        <MarkShape />
      </g>
    </>
  );
}
