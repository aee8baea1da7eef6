/** What is drunk: a can, a bottle, a bottle of wine, each in the colour of what is in it. */
const COLOURS: readonly (readonly [RegExp, string])[] = [
  [/mustikka/i, "#4A4699"],
  [/sitruuna/i, "#DDB92F"],
  [/karpalo/i, "#B92450"],
  [/hdevesi/i, "#6FA9D2"],
  [/jaffa/i, "#EC8420"],
  [/kola/i, "#7A1D1D"],
  [/kuusenkerkk/i, "#5C8A3C"],
  [/omena/i, "#8DB03A"],
  [/kaakao/i, "#7A4B2C"],
  [/tumma lager/i, "#4A2A1C"],
  [/alkoholiton/i, "#2F6E8C"],
  [/lager/i, "#D39A22"],
  [/ipa/i, "#3E7A4A"],
  [/viini/i, "#5E1530"],
];
const SPARE = ["#D9402A", "#3B5290", "#26704A"] as const;

/** A drink by its name: water stands in a bottle, wine in its own, the rest in cans. */
export function Drink({ name, seed }: { name: string; seed: number }) {
  const colour = COLOURS.find(([stem]) => stem.test(name))?.[1] ?? SPARE[seed % SPARE.length] ?? SPARE[0];
  if (/viini/i.test(name)) return <Wine colour={colour} />;
  if (/vesi$/i.test(name)) return <Bottle colour={colour} />;
  return <Can colour={colour} />;
}

function Can({ colour }: { colour: string }) {
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

function Bottle({ colour }: { colour: string }) {
  const body = "M-15-74V-58C-15-44-34-40-34-20V80Q-34 92-22 92H22Q34 92 34 80V-20C34-40 15-44 15-58V-74Z";
  return (
    <>
      <ellipse cx="6" cy="95" rx="42" ry="8" fill="#14192B" opacity="0.16" />
      <path d={body} fill="#DCEAF4" />
      <path d="M-34-8V80Q-34 92-22 92H22Q34 92 34 80V-8Q0 4-34-8Z" fill={colour} opacity="0.55" />
      <path d="M-28-18V80Q-28 86-22 86V-26Q-28-24-28-18Z" fill="#fff" opacity="0.6" />
      <rect x="-18" y="-92" width="36" height="18" rx="5" fill={colour} />
      <path d="M-34 12H34V58H-34Z" fill="#FFFDF6" />
      <path d="M-14 54V34A14 14 0 0 1 14 34V54Z" fill={colour} />
    </>
  );
}

function Wine({ colour }: { colour: string }) {
  return (
    <>
      <ellipse cx="6" cy="97" rx="34" ry="7" fill="#14192B" opacity="0.16" />
      <path
        d="M-9-96V-56C-9-40-28-40-28-16V84Q-28 96-18 96H18Q28 96 28 84V-16C28-40 9-40 9-56V-96Z"
        fill="#4A7A57"
      />
      <path d="M-22-14V84Q-22 90-17 90V-24Q-22-22-22-14Z" fill="#fff" opacity="0.2" />
      <path d="M-10-98H10V-70H-10Z" fill={colour} />
      <path d="M-28 8H28V62H-28Z" fill="#F6EDD8" />
      <path d="M-13 58V36A13 13 0 0 1 13 36V58Z" fill={colour} />
    </>
  );
}
