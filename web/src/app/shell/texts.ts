import { euros } from "../../lib/money";
import { counted } from "../../lib/plural";
import type { FooterView } from "../../content/footer";

/** Header, sheet and footer of the shop. */
export const SHELL = {
  main: "Päävalikko",
  menu: "Ruokalista",
  own: "Tee oma pizza",
  restaurants: "Ravintolat",
  open: "Avaa valikko",
  sheet: "Valikko",
  categories: "Mitä tekisi mieli?",
  find: "Etsi ravintola",
  contact: "Ota yhteyttä",
  notices: "Tiedotteet",
  closeNotice: "Sulje tiedote",
} as const;

/** What the cart's link says to readers: in the order in which it is seen, so that who says what they see is understood. */
export function cartLabel(count: number, total: number | null): string {
  if (count === 0) return "Ostoskori on tyhjä";
  const price = total === null ? "" : `${euros(total)}, `;
  return `Ostoskori, ${price}${counted(count, "tuote", "tuotetta")}`;
}

/** The footer until its story has come, and where there is none. */
export const FOOTER: FooterView = {
  columns: [
    {
      id: "tilaa",
      title: "Tilaa",
      links: [
        { text: "Ruokalista", url: "/menu" },
        { text: "Tee oma pizza", url: "/menu/perfetta" },
      ],
    },
    { id: "ravintolat", title: "Ravintolat", links: [{ text: "Etsi ravintola", url: "/ravintolat" }] },
    {
      id: "tilaukset",
      title: "Tilauksesi",
      links: [
        { text: "Seuraa tilausta", url: "/tilaus" },
        { text: "Ota yhteyttä", url: "/ota-yhteytta" },
        { text: "Allergiat ja ruokavaliot", url: "/allergiat" },
      ],
    },
    {
      id: "talo",
      title: "Ovelle",
      links: [
        { text: "Käyttöehdot", url: "/ehdot/kayttoehdot" },
        { text: "Tietosuoja", url: "/tietosuoja" },
        { text: "Henkilökunnalle", url: "/kirjaudu" },
      ],
    },
  ],
  social: [],
  text: "Ovelle · Uunista ovelle",
};

export const FOOTER_NAV = "Alatunniste";

/** What this browser keeps, and the way to be rid of it (SH-12). */
export const COOKIES = {
  title: "Evästeasetukset",
  kept: "Ostoskorisi, toimitustapasi ja tilauksesi pysyvät tässä selaimessa, jotta ne ovat tallessa, kun palaat.",
  others:
    "Emme seuraa sinua evästeillä. Muiden palveluiden videot ja sivut latautuvat vasta, kun avaat ne itse.",
  forget: "Poista tiedot tästä selaimesta",
  forgetMore: "Kun poistat tiedot, ostoskori tyhjenee ja tilaustesi seuranta jää vahvistusviestin linkkiin.",
} as const;

/** What went wrong with the order, in a bar or a dialog. */
export const PROBLEM = {
  closeBanner: "Sulje virheilmoitus",
  closeModal: "Sulje virheikkuna",
  close: "Sulje",
};

/** While there is no network. */
export const OFFLINE = {
  kept: "Yhteys katkesi. Ostoskorisi on tallessa, ja jatkamme heti, kun yhteys palaa.",
  pending: "Yhteys ei toimi. Sivu aukeaa heti, kun yhteys palaa.",
} as const;

/** The campaign's code over the header. */
export const CAMPAIGN = {
  takeCode: (code: string) => `Ota käyttöön: ${code}`,
  held: " on käytössä",
} as const;

/** A newer version is out (SH-16). */
export const VERSION = { text: "Ovelle päivittyi.", reload: "Lataa sivu uudelleen." } as const;
