/** What is nibbled: warm things in a paper cup or on a board, and bags of cold ones. */
import { chanceOf } from "../chance";
import { outline, short } from "../outline";

interface NibbleProps {
  name: string;
  seed: number;
}

/** Something warm to dip. */
export function Dippable({ name, seed }: NibbleProps) {
  if (/lauta$/i.test(name)) return <Board seed={seed} />;
  return (
    <>
      <ellipse cx="6" cy="88" rx="52" ry="10" fill="#14192B" opacity="0.16" />
      <Heap name={name} seed={seed} />
      <path d="M-58-24H58L44 82Q42 88 34 88H-34Q-42 88-44 82Z" fill="#C9341B" />
      <path d="M-58-24H-36L-28 88H-34Q-42 88-44 82Z" fill="#fff" opacity="0.2" />
      <path d="M-20 64V30A20 20 0 0 1 20 30V64Z" fill="#FFC861" />
    </>
  );
}

/** Colours of a crust: its edge, its light, its flecks. */
const CRUSTS: readonly (readonly [RegExp, readonly [string, string, string]])[] = [
  [/tuliset siivet/i, ["#8A2A10", "#C4512A", "#F0A070"]],
  [/kukkakaali/i, ["#B8481C", "#E58A45", "#FCE7C0"]],
  [/kana/i, ["#B9742F", "#E0A24C", "#F8D692"]],
];

function Heap({ name, seed }: NibbleProps) {
  if (/tikut/i.test(name)) return <Sticks name={name} />;
  if (/renkaat/i.test(name)) return <Rings />;
  if (/lohkoperun/i.test(name)) return <Wedges />;
  const [edge, light, fleck] = CRUSTS.find(([stem]) => stem.test(name))?.[1] ?? [
    "#B9742F",
    "#E0A24C",
    "#F8D692",
  ];
  const chance = chanceOf(seed);
  const places = [
    [-34, -30],
    [0, -28],
    [34, -30],
    [-20, -54],
    [18, -54],
    [0, -76],
  ] as const;
  return places.map(([x, y]) => (
    <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
      <path d={outline(chance, { radius: 22, wobble: 4, points: 9 })} fill={edge} />
      <path d={outline(chance, { radius: 18, wobble: 4, points: 9, center: [-1.5, -2] })} fill={light} />
      <circle cx={short(-6 + chance() * 4)} cy={short(-8 + chance() * 4)} r="3.4" fill={fleck} />
      <circle cx={short(4 + chance() * 4)} cy={short(chance() * 6)} r="2.2" fill={fleck} />
    </g>
  ));
}

function Sticks({ name }: { name: string }) {
  const isSweet = /kaneli/i.test(name);
  const way = "M-34-10L-48-66M-12-14L-16-82M12-14L20-78M34-10L52-58";
  const flecks = "M-44-54l3 3M-40-36l3-2M-17-70l2 3M-13-46l3-2M18-66l-3 3M16-44l3 2M47-50l-3 2M42-34l3 2";
  return (
    <g strokeLinecap="round" fill="none">
      <path d={way} stroke={isSweet ? "#7E4A22" : "#B9742F"} strokeWidth="15" />
      <path d={way} stroke={isSweet ? "#B9763C" : "#EDBB70"} strokeWidth="10" />
      <path
        d={flecks}
        stroke={isSweet ? "#FFF6E6" : /juusto/i.test(name) ? "#FFF0B8" : "#4B8A33"}
        strokeWidth="3"
      />
    </g>
  );
}

function Rings() {
  const places = [
    [-30, -32, 20],
    [30, -34, 20],
    [0, -50, 22],
    [-22, -74, 17],
    [24, -76, 17],
  ] as const;
  return (
    <g fill="none">
      {places.map(([x, y, r]) => (
        <g key={`${x} ${y}`}>
          <circle cx={x} cy={y} r={r} stroke="#B9742F" strokeWidth="12" />
          <circle cx={x - 0.6} cy={y - 0.8} r={r} stroke="#E9B667" strokeWidth="8" />
        </g>
      ))}
    </g>
  );
}

function Wedges() {
  const places = [
    [-38, -30, -24],
    [-12, -36, -6],
    [16, -36, 10],
    [40, -30, 26],
    [-24, -60, -14],
    [8, -66, 4],
    [32, -58, 20],
  ] as const;
  return places.map(([x, y, turn]) => (
    <g key={`${x} ${y}`} transform={`translate(${x} ${y}) rotate(${turn})`}>
      <path d="M-14 24C-18-8-8-28 0-34C8-28 18-8 14 24Z" fill="#A96A28" />
      <path d="M-9 24C-12-4-5-22 1-28C7-20 12-4 10 24Z" fill="#F1C870" />
      <path d="M-2 10l3 2M2-8l-3 2" stroke="#5B8C3A" strokeWidth="2" strokeLinecap="round" />
    </g>
  ));
}

/** A board with a little of everything, a dip and a glass. */
function Board({ seed }: { seed: number }) {
  const chance = chanceOf(seed);
  const crumbs = Array.from(
    { length: 9 },
    (_, index) => [-66 + (index % 5) * 26, index < 5 ? 8 : 34] as const,
  );
  return (
    <>
      <ellipse cx="6" cy="60" rx="98" ry="20" fill="#14192B" opacity="0.16" />
      <rect x="-100" y="-8" width="200" height="64" rx="18" fill="#8A5A2E" />
      <rect x="-100" y="-14" width="200" height="62" rx="18" fill="#B98045" />
      {crumbs.map(([x, y]) => (
        <path
          key={`${x} ${y}`}
          d={outline(chance, { radius: 13, wobble: 3, points: 8, center: [x, y - 4] })}
          fill={chance() < 0.5 ? "#E0A24C" : "#C4512A"}
        />
      ))}
      <path d="M40-66H84L80 26Q79 32 73 32H51Q45 32 44 26Z" fill="#E8B234" />
      <path d="M38-70H86L85-48Q62-40 39-48Z" fill="#FFF8E6" />
      <ellipse cx="4" cy="22" rx="20" ry="9" fill="#8AA1DA" />
      <ellipse cx="4" cy="21" rx="16" ry="6.4" fill="#F2E3B8" />
    </>
  );
}

const BAGS: readonly (readonly [RegExp, readonly [string, string]])[] = [
  [/karkki/i, ["#C8437A", "#F7C6D8"]],
  [/hkin/i, ["#9A6238", "#E7BE86"]],
  [/lastut/i, ["#4C64A6", "#F1C870"]],
];

/** A bag or a box of something cold. */
export function Snack({ name, seed }: NibbleProps) {
  if (/popcorn/i.test(name)) return <Popcorn seed={seed} />;
  const [bag, inside] = BAGS.find(([stem]) => stem.test(name))?.[1] ?? ["#C9341B", "#FFC861"];
  return (
    <>
      <ellipse cx="6" cy="92" rx="60" ry="10" fill="#14192B" opacity="0.16" />
      <path
        d="M-56-84L-48-76L-40-84L-32-76L-24-84L-16-76L-8-84L0-76L8-84L16-76L24-84L32-76L40-84L48-76L56-84V-62C62-20 62 30 56 70L58 92H-58L-56 70C-62 30-62-20-56-62Z"
        fill={bag}
      />
      <path d="M-50-58C-56-18-56 30-50 68L-34 68C-40 30-40-18-36-58Z" fill="#fff" opacity="0.16" />
      <path d="M-30 52V6A30 30 0 0 1 30 6V52Z" fill="#FFF6DF" />
      <g fill={inside}>
        <circle cx="-12" cy="30" r="9" />
        <circle cx="10" cy="36" r="8" />
        <circle cx="2" cy="14" r="9" />
      </g>
    </>
  );
}

function Popcorn({ seed }: { seed: number }) {
  const chance = chanceOf(seed);
  const places = [
    [-36, -34],
    [-12, -40],
    [14, -38],
    [38, -32],
    [-24, -56],
    [2, -62],
    [26, -56],
    [-6, -80],
    [16, -76],
  ] as const;
  return (
    <>
      <ellipse cx="6" cy="90" rx="54" ry="10" fill="#14192B" opacity="0.16" />
      {places.map(([x, y]) => (
        <g key={`${x} ${y}`}>
          <path d={outline(chance, { radius: 15, wobble: 4.5, points: 8, center: [x, y] })} fill="#F0D48A" />
          <path
            d={outline(chance, { radius: 11, wobble: 4, points: 8, center: [x - 1, y - 2] })}
            fill="#FFF6DC"
          />
        </g>
      ))}
      <path d="M-56-30H56L44 90H-44Z" fill="#FFF6DF" />
      <path d="M-56-30H-36L-29 90H-44ZM-14-30H10L8 90H-11ZM34-30H56L44 90H27Z" fill="#C9341B" />
    </>
  );
}
