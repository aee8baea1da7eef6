/** What is read of the loyalty programme. Fixed texts stand letter for letter. */
import { counted } from "../../lib/plural";
import type { NextSpin } from "../../shop/loyalty/card";

/** The member's page. */
export const MEMBER = {
  title: "Minun kotijoukot",
  opening: "Haetaan slaissejasi",
  /** LO-28. */
  failed: "Virhe käyttäjätietojen hakemisessa.",
  retry: "Yritä uudelleen",
} as const;

/** The card of nine slices. */
export const CARD = {
  /** LO-10. */
  title: "Palkintoslaissini",
  /** LO-11. */
  remaining: (count: number) => `Enää ${count} slaissia ja ilmaista pizzaa pukkaa.`,
  plate: (slices: number, hasMarks: boolean) =>
    `${counted(slices, "slaissi", "slaissia")} yhdeksästä.${hasMarks ? " Pyöräytys kohdissa 2 ja 6." : ""}`,
  whole: "Kokonainen pizza. Seuraava slaissi aloittaa uuden.",
  wholeTitle: "Yhdeksän slaissia. Pizza on sinun.",
  valid: (slices: number) => `${counted(slices, "slaissi", "slaissia")}, voimassa`,
  until: "asti.",
  none: "Seuraava pizzasi tuo ensimmäisen slaissin.",
} as const;

/** Which slice brings the next spin, in a sentence. */
export const NEXT_SPIN: Record<NextSpin, string> = {
  next: "seuraavasta slaissista",
  second: "toisesta slaissista",
  sixth: "kuudennesta slaissista",
  tenth: "kymmenennestä slaissista",
};

export const WHEEL = {
  title: "Pizzapyörä",
  waiting: (spins: number) => (spins === 1 ? "1 pyöräytys odottaa." : `${spins} pyöräytystä odottaa.`),
  next: (slice: string) => `Seuraava ${slice}.`,
  open: "Pyöräytä",
  spin: "Pyöräytä",
  left: (spins: number) => `${spins} jäljellä`,
  turning: "Pyörä pyörii.",
  /** WH-18. */
  failed: "Jokin meni pieleen! Pizzapyörä ei nyt toimi, kokeile myöhemmin uudestaan.",
  reasons: {
    locked: "Pyörä aukeaa ensimmäisestä tilauksestasi.",
    birthDate: "Pyörä aukeaa, kun kerrot syntymäaikasi.",
    age: "Pyörää saa pyörittää 15-vuotiaasta alkaen.",
    noSpins: "Ei pyöräytyksiä juuri nyt.",
  },
  /** WH-05. */
  birthDate: "Syötä syntymäaika",
  order: "Ruokalistaan",
  look: "Katso pyörää",
  rules: "Arvonnan säännöt",
} as const;

/** Why a member cannot spin. */
export function whyNot(reason: string | null): string {
  const known: Readonly<Record<string, string | undefined>> = WHEEL.reasons;
  return known[reason ?? ""] ?? WHEEL.reasons.noSpins;
}

/** What stands on the wheel. */
export const SEGMENTS = {
  nothing: "Huti",
  dip: "Dippi",
  drink: "Juoma",
  iceCream: "Jäätelö",
  candy: "Karkit",
  gift: "Lahja",
  again: "Uudestaan",
} as const;

/** What somebody has won: the title, then what it is. */
export const WON: Readonly<Record<string, { title: string; text: string } | undefined>> = {
  freePizza: { title: "Voitit pizzan!", text: "Ilmainen pizza seuraavaan tilaukseesi." },
  freeDip: { title: "Voitit dipin!", text: "Dippi seuraavaan tilaukseesi." },
  freeDrink: { title: "Voitit juoman!", text: "0,5 l juoma seuraavaan tilaukseesi." },
  freeJaffaLemonade: { title: "Voitit limonadin!", text: "Jaffa-limonadi seuraavaan tilaukseesi." },
  freeIceCream: { title: "Voitit jäätelön!", text: "80 ml jäätelö seuraavaan tilaukseesi." },
  freeCandy: { title: "Voitit karkit!", text: "170 g karkkipussi seuraavaan tilaukseesi." },
  freeDelivery40: { title: "Voitit kuljetuksen!", text: "Ilmainen kuljetus yli 40 € tilaukseen." },
  giftCard1: { title: "Voitit euron!", text: "1 € lahjaksi seuraavaan tilaukseesi." },
  giftCard5: { title: "Voitit viisi euroa!", text: "5 € lahjaksi seuraavaan tilaukseesi." },
  giftCard10: { title: "Voitit kymmenen euroa!", text: "10 € lahjaksi seuraavaan tilaukseesi." },
  newSpin: { title: "Uudestaan", text: "Sait pyöräytyksesi takaisin. Pyöräytä uudestaan." },
  spinsCampaign: { title: "Voitit pyöräytyksiä!", text: "Ne ovat käytössäsi heti." },
};

/** What prizes are called in a list. */
export const PRIZES: Readonly<Record<string, string | undefined>> = {
  empty: "Huti",
  freePizza: "Ilmainen pizza",
  freeDip: "Dippi",
  freeDrink: "0,5 l juoma",
  freeJaffaLemonade: "Jaffa-limonadi",
  freeIceCream: "80 ml jäätelö",
  freeCandy: "170 g karkkipussi",
  freeDelivery40: "Ilmainen kuljetus yli 40 € tilaukseen",
  giftCard1: "1 € lahjaksi",
  giftCard5: "5 € lahjaksi",
  giftCard10: "10 € lahjaksi",
  newSpin: "Uudestaan",
  spinsCampaign: "Lisää pyöräytyksiä",
};

export const PRIZE = {
  /** Of a prize that is not known here. */
  title: "Voitit!",
  /** Letter for letter as the look has it, but for the slice. */
  miss: "Huti tällä kertaa.",
  missNext: (slice: string) => `Seuraava pyöräytys ${slice}.`,
  missAgain: "Sinulla on vielä pyöräytyksiä.",
  inCodes: "Koodi odottaa etukoodeissasi.",
  code: "Etukoodi",
  until: (date: string) => `Voimassa ${date} asti.`,
  use: "Tilaa ja käytä koodi",
  again: "Pyöräytä uudestaan",
  close: "Sulje",
} as const;

/** How somebody sees for themselves that a draw was fair. */
export const VERIFY = {
  title: "Tarkista arvonta",
  lead: "Ennen pyöräytystä arvomme luvun ja suljemme sen sinettiin. Selaimesi lisää arvontaan oman lukunsa. Kun pyörä on pysähtynyt, avaamme sinetin, ja selaimesi laskee tuloksen uudelleen.",
  seal: "Seuraavan pyöräytyksen sinetti",
  spinSeal: "Tämän pyöräytyksen sinetti",
  seed: "Sinetin sisältö",
  ours: "Selaimesi luku",
  nonce: "Pyöräytyksiä ennen tätä",
  cannot: "Selaimesi laskee arvonnan vain suojatulla yhteydellä.",
  checking: "Lasketaan",
  checks: {
    isSealed: "Sinetti oli näkyvissä jo ennen pyöräytystä.",
    isSeed: "Sinetin sisältö on se, joka siihen suljettiin.",
    isOurs: "Arvonnassa on mukana selaimesi luku.",
    isDrawn: "Samoista luvuista tulee sama tulos.",
  },
  right: "Pitää paikkansa: ",
  wrong: "Ei pidä paikkaansa: ",
  table: "Voittojen osuudet tässä arvonnassa",
  share: (percent: string) => `${percent}\u00a0%`,
} as const;

export const LEDGER = {
  title: "Viimeisimmät slaissit",
  none: "Ei vielä slaisseja. Ne tulevat tähän, kun tilaat.",
  all: "Näytä kaikki",
  today: "tänään",
  total: "Yhteensä",
  order: (id: string) => `Tilaus ${id}`,
  refundedOrder: (id: string) => `Tilauksen ${id} hyvitys`,
  refund: "Hyvitys",
  welcome: "Liittymislahja",
  expired: "Vanhentuneet slaissit",
  left: "Jäsenyys päättyi",
  converted: "Yhdeksän slaissia pizzaksi",
  returnedPizza: "Pizzan koodi peruttiin",
  spin: "Pyöräytys käytetty",
  newSpin: "Pyöräytys palasi",
  benefit: "Uusi etukoodi",
  benefitBack: "Etukoodi palasi",
  used: "Etukoodi käytetty",
  gone: "Etukoodi päättyi",
  other: "Muutos",
  slices: (count: number) => counted(count, "slaissi", "slaissia"),
  /** After a figure that is seen. */
  slicesAs: (count: number) => (Math.abs(count) === 1 ? "slaissi" : "slaissia"),
  spins: (count: number) => counted(count, "pyöräytys", "pyöräytystä"),
} as const;

export const CODES = {
  title: "Etukoodini",
  none: "Ei etukoodeja juuri nyt.",
  all: "Kaikki etukoodit",
} as const;

/** Where a member finds more (LO-13, LO-15). */
export const HELP = {
  title: "Miten slaisseja kertyy?",
  slices:
    "Normaalikokoisesta pizzasta saat yhden slaissin ja perhepizzasta kaksi. Yhdeksäs tuo ilmaisen pizzan.",
  spins: "Toinen, kuudes ja joka kymmenes slaissi tuovat pyöräytyksen.",
  valid: "Slaissit ovat voimassa kuusi kuukautta viimeisimmästä tilauksestasi.",
  questions: "Kysymykset ja vastaukset",
  contact: "Ota yhteyttä",
  coupons: "Kupongit",
  terms: "Kotijoukkojen käyttöehdot",
} as const;

/** Leaving the programme. */
export const LEAVE = {
  open: "Eroa Kotijoukoista",
  title: "Erotaanko Kotijoukoista?",
  text: "Slaissisi, pyöräytyksesi ja käyttämättömät etukoodisi poistuvat. Tilisi ja tilauksesi jäävät ennalleen.",
  again: "Voit liittyä myöhemmin uudelleen, mutta liittymislahjan saa vain kerran.",
  yes: "Eroa",
  no: "Pysy Kotijoukoissa",
  failed: "Eroaminen ei onnistunut. Yritä uudelleen.",
} as const;

/** What a new member is shown first (LO-14). */
export const WELCOME = {
  title: "Tervetuloa Kotijoukkoihin",
  slides: [
    {
      title: "Tervetuloa Kotijoukkoihin",
      text: "Saat liittymislahjaksi slaisseja heti. Ne ovat jo lautasellasi.",
    },
    {
      title: "Yhdeksän slaissia on pizza",
      text: "Tilaa kirjautuneena, niin slaisseja kertyy. Yhdeksännestä saat koodin ilmaiseen pizzaan.",
    },
    {
      title: "Pyöräytä pizzapyörää",
      text: "Toinen ja kuudes slaissi tuovat pyöräytyksen. Pyörä aukeaa ensimmäisestä tilauksestasi.",
    },
    {
      title: "Koodit ja kupongit",
      text: "Etukoodisi odottavat tililläsi, ja osa kupongeista on vain Kotijoukoille.",
    },
  ],
  /** In the wheel's place for who may not spin it. */
  young: {
    title: "Kuusi kuukautta aikaa",
    text: "Slaissit ovat voimassa kuusi kuukautta viimeisimmästä tilauksestasi.",
  },
  forward: "Eteenpäin",
  done: "Katso slaissisi",
  slide: (at: number, all: number) => `Sivu ${at}/${all}`,
  dots: "Esittelyn sivut",
} as const;

/** The page for who is no member (LO-07). */
export const LANDING = {
  title: "Kotijoukot",
  lead: "Yhdeksästä slaissista saat pizzan.",
  join: "Liity Kotijoukkoihin",
  register: "Tee tili ja liity",
  signIn: "Kirjaudu sisään",
  back: "Tervetuloa takaisin. Kirjaudu, niin näet slaissisi.",
  member: "Katso slaissisi",
  points: [
    {
      type: "freePizza",
      title: "Joka yhdeksännestä pizza",
      text: "Normaalikokoisesta pizzasta saat yhden slaissin ja perhepizzasta kaksi. Ensimmäiset 1–3 saat jo liittymisestä.",
    },
    {
      type: "giftCard5",
      title: "Pizzapyörä",
      text: "Slaissit tuovat pyöräytyksiä, ja pyörästä voi voittaa etukoodin. Pyörä on 15 vuotta täyttäneille.",
    },
    {
      type: "discount",
      title: "Omat kupongit",
      text: "Osa kupongeista ja ilmainen kuljetus ovat vain Kotijoukoille.",
    },
  ],
} as const;

/** Asks for what is missing (LO-16 to LO-18, LO-25). */
export const JOIN = {
  title: "Liity Kotijoukkoihin",
  lead: "Yhdeksästä slaissista saat pizzan. Ensimmäiset saat jo liittymisestä.",
  missingTitle: "Enää yksi juttu",
  missing: "Täydennä jäsenyytesi, niin kaikki Kotijoukkojen edut ovat käytössäsi.",
  once: "Syntymäaikaa ei voi myöhemmin muuttaa itse.",
  agree: "Hyväksyn Kotijoukkojen käyttöehdot",
  required: "Tämä kenttä on pakollinen.",
  terms: "Kotijoukkojen käyttöehdot",
  send: "Liity",
  save: "Tallenna",
  later: "Myöhemmin",
  failed: "Liittyminen ei onnistunut. Yritä uudelleen.",
  saveFailed: "Tallentaminen ei onnistunut. Yritä uudelleen.",
} as const;
