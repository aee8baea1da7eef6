/** What is read where one signs in, registers, and is let on. Fixed texts stand letter for letter. */
import type { StrengthScore } from "./strength";

export const SIGN_IN = {
  title: "Kirjaudu sisään",
  ended: "Istuntosi päättyi. Kirjaudu uudelleen, niin jatkat siitä, mihin jäit.",
  email: "Sähköposti",
  password: "Salasana",
  code: "Anna vahvistuskoodi.",
  send: "Kirjaudu sisään",
  sending: "Kirjaudutaan…",
  forgotten: "Unohditko salasanasi?",
  /** LG-03. */
  passwordUpdated: "Salasana vaihdettu",
  /** LG-04. */
  declined: "Jotta voit kirjautua toisen palvelun tunnuksilla, sinun tulee hyväksyä käyttöehdot.",
  back: "Takaisin ostoksille",
  provider: (name: string) => `Jatka ${name}-tilillä`,
  newHere: "Uusi täällä?",
  join: "Liity Kotijoukkoihin. Yhdeksästä slaissista saat pizzan.",
  register: "Rekisteröidy",
  captcha: "Sivua suojaa reCAPTCHA.",
  privacy: "Tietosuoja",
  and: " ja ",
  terms: "ehdot",
  opening: "Avataan ovea",
} as const;

/** What came of it, where one was not let in. */
export const REFUSED = {
  /** LG-40. */
  server: "Virhe. Yritä uudelleen myöhemmin",
  /** LG-41. */
  client: "Virhe. Tarkista tiedot ja yritä uudelleen",
  unreachable: "Yhteys ei toimi. Tarkista verkko ja yritä uudelleen.",
  wait: (seconds: number) =>
    `Liian monta kirjautumisyritystä lyhyessä ajassa. Odota hetki ja yritä uudelleen ${seconds}\u00a0sekunnin kuluttua.`,
  required: "Tämä kenttä on pakollinen.",
  other: "Virheellinen arvo.",
  different: "Salasanat eivät täsmää",
  tooShort: (least: number) => `Salasanassa oltava vähintään ${least} merkkiä`,
} as const;

/** What came of signing in elsewhere. */
export const ELSEWHERE = {
  missing: "Salli sähköpostisi jakaminen, jotta voit kirjautua.",
  share: "Salli jakaminen",
  invalid: "Virheelliset tunnukset.",
} as const;

/** Linking what one is elsewhere to an account. */
export const LINK = {
  title: "Sinulla on jo tili",
  text: "Sähköpostisi on jo käytössä Ovellen tilillä. Liitä tunnus tiliin antamalla sen salasana.",
  send: "Liitä ja kirjaudu",
  sending: "Kirjaudutaan",
} as const;

/** A one-time password of the staff's that is to be replaced. */
export const PASSWORD = {
  title: "Valitse oma salasana",
  lead: "Kirjauduit kertakäyttöisellä salasanalla. Valitse tilalle oma, niin pääset jatkamaan.",
  current: "Kertakäyttöinen salasana",
  chosen: "Uusi salasana",
  hint: "Vähintään 8 merkkiä. Pitkä lause on hyvä salasana.",
  again: "Uusi salasana uudelleen",
  send: "Tallenna ja jatka",
  sending: "Tallennetaan…",
  noCurrent: "Kirjoita kertakäyttöinen salasanasi.",
  tooShort: "Salasanassa on oltava vähintään 8 merkkiä.",
  same: "Valitse eri salasana kuin kertakäyttöinen.",
  different: "Salasanat eivät täsmää.",
  failed: "Salasanaa ei saatu vaihdettua. Yritä hetken päästä uudelleen.",
} as const;

export const REGISTER = {
  title: "Rekisteröidy",
  lead: "Omalla tilillä tilaat nopeammin, ja Kotijoukkoihin pääset samalla vaivalla.",
  leadOfOrder: "Enää salasana. Muun kerroit jo tilatessasi.",
  ofOrder: (email: string) => `Tili tulee osoitteelle ${email}. Tekemäsi tilaus kulkee ennallaan.`,
  firstName: "Etunimi",
  lastName: "Sukunimi",
  phone: "Puhelinnumero",
  email: "Sähköposti",
  password: "Salasana",
  hint: (least: number) => `Vähintään ${least} merkkiä. Pitkä lause on hyvä salasana.`,
  again: "Salasana uudelleen",
  agree: "Hyväksyn verkkokaupan ja Kotijoukkojen käyttöehdot",
  readShop: "Verkkokaupan käyttöehdot",
  readLoyalty: "Kotijoukkojen käyttöehdot",
  readPrivacy: "Lue, miten käsittelemme tietojasi",
  marketing: "Minulle saa lähettää tarjouksia sähköpostiin",
  send: "Luo tili",
  have: "Onko sinulla jo tili?",
  signIn: "Kirjaudu sisään",
} as const;

/** LG-27. */
export const STRENGTH = {
  label: "Salasanan vahvuus",
  words: ["Heikko", "Heikko", "Menettelee", "Hyvä", "Vahva"] satisfies Record<StrengthScore, string>,
} as const;

export const BIRTH_DATE = {
  title: "Syntymäaika",
  lead: "Kerro syntymäaikasi, niin pääset Kotijoukkoihin. Sitä ei voi myöhemmin muuttaa itse.",
  leadOfKnown: "Syntymäaikasi on jo tiedossa. Jatka, niin pääset Kotijoukkoihin.",
  agree: "Hyväksyn Kotijoukkojen käyttöehdot",
  send: "Jatka",
  later: "Myöhemmin",
} as const;

export const FORGOTTEN = {
  title: "Unohditko salasanasi?",
  lead: "Kirjoita sähköpostisi, niin lähetämme linkin, jolla valitset uuden salasanan.",
  email: "Sähköposti",
  send: "Lähetä linkki",
  sentTitle: "Linkki lähti",
  sent: (email: string) =>
    `Jos osoitteella ${email} on tili, linkki on pian sähköpostissasi. Se on voimassa 30 minuuttia.`,
  again: "Lähetä uusi linkki",
  back: "Takaisin kirjautumiseen",
} as const;

export const RESET = {
  title: "Vaihda salasana",
  lead: "Valitse tilillesi uusi salasana.",
  chosen: "Uusi salasana",
  again: "Uusi salasana uudelleen",
  send: "Vaihda salasana",
  /** LG-11. */
  expiredTitle: "Linkki vanhentui",
  expired: "Linkki toimii kerran ja 30 minuuttia. Tilaa uusi, niin pääset vaihtamaan salasanasi.",
  missing: "Avaa linkki sähköpostistasi uudelleen tai tilaa uusi.",
  order: "Tilaa uusi linkki",
} as const;

export const EMAIL = {
  title: "Vahvista sähköposti",
  confirm: "Vahvista, että tämä on uusi sähköpostiosoitteesi.",
  confirmSend: "Vahvista osoite",
  undo: "Jos et itse vaihtanut sähköpostiasi, palauta vanha osoite. Samalla kaikki kirjautumiset päättyvät.",
  undoSend: "Palauta vanha osoite",
  confirmedTitle: "Osoite vaihdettu",
  confirmed: "Kirjaudut tästä lähtien uudella sähköpostiosoitteellasi.",
  undoneTitle: "Osoite palautettu",
  undone: "Vanha sähköpostiosoitteesi on taas käytössä. Vaihda vielä salasanasi.",
  on: "Jatka",
  expired: "Linkki toimii kerran. Voit vaihtaa osoitteen uudelleen asiakastilillä.",
  toAccount: "Omat tiedot",
} as const;

export const TERMS = {
  title: "Käyttöehdot",
  lead: "Hyväksy käyttöehdot, niin pääset jatkamaan.",
  loading: "Haetaan ehtoja",
  failed: "Ehtoja ei saatu haettua.",
  readAll: "Lue ehdot omalla sivullaan",
  retry: "Yritä uudelleen",
  accept: "Hyväksyn",
  decline: "En hyväksy",
  failedToSend: "Ehtoja ei saatu hyväksyttyä. Yritä uudelleen.",
} as const;

/** While it is not known who is at the door, or where that could not be asked. */
export const DOOR = {
  asking: "Katsotaan, kuka on ovella",
  failed: "Ovi ei juuri nyt aukea. Yritä uudelleen.",
  retry: "Yritä uudelleen",
} as const;
