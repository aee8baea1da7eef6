import type { FooterView } from "../../content/footer";

/** The footer until its story has come, and where there is none. */
export const FOOTER: FooterView = {
  columns: [
    {
      id: "tilaa",
      title: "Tilaa",
      links: [
        { text: "Ruokalista", url: "/menu" },
        { text: "Tee oma pizza", url: "/menu/perfetta" },
        { text: "Kupongit", url: "/kupongit" },
        { text: "Kotijoukot", url: "/kotijoukot" },
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
        { text: "Saavutettavuus", url: "/saavutettavuus" },
        { text: "Henkilökunnalle", url: "/tyo" },
      ],
    },
  ],
  social: [],
  text: "Ovelle · Uunista ovelle",
};

export const FOOTER_NAV = "Alatunniste";

/** One's leave is asked for: what for, and the three answers. */
export const CONSENT = {
  label: "Evästeet",
  text: "Saammeko laskea käyntisi tilastoihin ja mainosten mittaamiseen?",
  more: "Lue lisää",
  all: "Hyväksy",
  needed: "Vain välttämättömät",
  settings: "Asetukset",
} as const;

/** What one agrees to, what this browser keeps, and the way to be rid of it (SH-12). */
export const COOKIES = {
  title: "Evästeasetukset",
  neededTitle: "Välttämättömät",
  needed:
    "Ostoskorisi, kirjautumisesi, tieto Kotijoukkojen jäsenyydestäsi, tämä valintasi ja keskeneräisten tilaustesi linkit pysyvät tässä selaimessa. Ilman niitä kauppa ei toimi, joten niihin ei kysytä lupaa.",
  askedTitle: "Luvallasi",
  analytics: "Tilastot",
  analyticsDetail:
    "Laskemme, mitä sivuja avataan, mitä koriin lisätään ja kuinka nopeasti sivut aukeavat. Nimeäsi, yhteystietojasi tai osoitettasi emme laske mukaan. Kun kokeilemme uutta osalla kävijöistä, selaimessasi pysyy satunnainen tunniste.",
  marketing: "Markkinointi",
  marketingDetail:
    "Mainoslinkin tunniste pysyy tässä selaimessa 30 päivää ja kulkee tilauksesi mukana, jotta tiedämme, mikä mainos toimi. Kampanjasivuillamme voi toimia myös muiden palveluiden sisältöä.",
  save: "Tallenna valinnat",
  keptTitle: "Tiedot tässä selaimessa",
  others: "Muiden palveluiden videot ja sivut latautuvat vasta, kun avaat ne itse.",
  forget: "Poista tiedot tästä selaimesta",
  forgetMore: "Kun poistat tiedot, ostoskori tyhjenee ja tilaustesi seuranta jää vahvistusviestin linkkiin.",
} as const;

/** To an editor, whose tab shows drafts. */
export const PREVIEW = { text: "Esikatselu: näet luonnokset.", end: "Lopeta esikatselu" } as const;

/** A newer version is out (SH-16). */
export const VERSION = { text: "Ovelle päivittyi.", reload: "Lataa sivu uudelleen." } as const;
