/** Texts of the order set-up. */
import type { Lack } from "./draft";

export const SETUP = {
  title: "Muokkaa toimitustapaa",
  method: "Valitse toimitustapa",
  address: "Syötä kuljetusosoite",
  search: "Hae ravintoloita",
  time: "Aika",
  restaurant: "Valitse Ravintola",
  save: "Tallenna valinnat",
  goShopping: "Siirry ostoksille",
  saving: "Tallennetaan",
  notSaved: "Valintoja ei saatu tallennettua. Yritä uudelleen.",
  loading: "Ladataan...",
  retry: "Yritä uudelleen",
  noneOpen: "Emme ota enää verkkokauppatilauksia tälle päivälle.",
  preorderInstead: "Tee ennakkotilaus",
  close: "Sulje",
} as const;

export const LACKS: Record<Lack, string> = {
  address: "Valitse vielä osoite.",
  time: "Valitse vielä aika.",
  restaurant: "Valitse vielä ravintola.",
};

export const ADDRESS = {
  placeholder: "Katu ja numero",
  suggestions: "Osoite-ehdotukset",
  found: (count: number) => (count === 1 ? "1 ehdotus" : `${count} ehdotusta`),
  many: "Useita tuloksia, tarkenna hakua",
  noNumber: "Syötä kadunnumero",
  noPostcode: "Osoitteelta puuttuu postinumero. Valitse toinen osoite.",
  unknown: "Häh, emme tunnista osoitettasi. Huomaathan, että rappu tai asunto tulee omaan kenttäänsä.",
  unknownHelp:
    "Kirjoita lähellä oleva osoite tai käytä sijaintiasi. Oikean osoitteen voit kirjoittaa kassalla lisätietoihin.",
  unreachable: "Osoitteita ei saatu haettua. Kokeile hetken päästä uudelleen.",
  apartment: "Rappu/asunto",
  apartmentExample: "Esim. C 24",
  driver: "Lisätiedot kuljettajalle",
  driverHint: "Esim. ovikoodi, kerros, yritys, kontaktiton toimitus",
} as const;

/** The address book of who is signed in (OS-25, OS-37). */
export const BOOK = {
  /** OS-07. */
  title: "Valitse kuljetusosoite",
  favourite: "suosikki",
  add: "Lisää uusi osoite",
  addTitle: "Lisää uusi osoite",
  editTitle: "Muokkaa kuljetusosoitetta",
  editOf: (address: string) => `Muokkaa: ${address}`,
  change: "Vaihda osoite",
  isFavourite: "Suosikkiosoite",
  noPlace: "Muokkaa osoitetta: sen sijainti puuttuu.",
  choose: "Valitse vielä osoite.",
  save: "Tallenna",
  cancel: "Peruuta",
  notSaved: "Tietoja ei saatu tallennettua. Yritä uudelleen.",
  remove: "Poista osoite",
  removeQuestion: (address: string) => `Poistetaanko ${address}?`,
  removeYes: "Poista",
  keep: "Tallenna osoite omiin osoitteisiin",
  keepDetail: "Seuraavalla kerralla se on valmiina.",
  notKept: "Osoitetta ei saatu tallennettua. Voit lisätä sen asiakastilillä.",
  added: "Osoite lisätty.",
  updated: "Osoite päivitetty.",
  removed: "Osoite poistettu.",
} as const;

export const LOCATE = {
  idle: "Käytä sijaintiani",
  loading: "Haetaan sijaintia",
  success: "Sijainti löytyi",
  error: "Ei onnistunut",
} as const;

export const TIME = {
  now: "Tilaan heti",
  preorder: "Teen ennakkotilauksen",
  change: "Vaihda aika",
  day: "Päivä",
  clock: "Kellonaika",
  atDoor: (interval: string) => `ovella ${interval}`,
  ready: (time: string) => `valmis ${time}`,
  past: (lost: string, next: string) => `${lost} meni jo. Seuraava on ${next}.`,
  notOffered: (lost: string, next: string) =>
    `${lost} ei käy tässä ravintolassa. Ensimmäinen aika on ${next}.`,
  none: "Ravintola ei ota juuri nyt vastaan ennakkotilauksia.",
  /** The row's own form, with points (PR-28). */
  fee: (least: number, most: number) =>
    `Ennakkotilauksen kuljetus ${least.toFixed(2)}–${most.toFixed(2)}\u00a0€`,
  notAtTime: "Ravintola ei ota vastaan ennakkotilauksia valitulle ajalle.",
  afterAddress: "Ajat näkyvät, kun olet valinnut osoitteen.",
  failed: "Aikoja ei saatu haettua. Kokeile hetken päästä uudelleen.",
} as const;

export const SHOPS = {
  results: (count: number) => (count === 1 ? "1 tulos" : `${count} tulosta`),
  more: "Näytä lisää ravintoloita",
  hours: "Aukiolot",
  hoursOf: (name: string) => `Aukiolot, ${name}`,
  failed: "Vääk, ravintoloiden haku ei onnistunut. Kokeile hetken päästä uudelleen.",
  allFailed: "Vääk, pizzajärjestelmä näyttää kärähtäneen. Kokeile hetken päästä uudelleen.",
  noneDelivers:
    "Osoitteelle ei löydy yhtään kuljetusta tarjoavaa ravintolaa. Kokeile valita toimitustavaksi Nouto.",
  tooFar: "Osoitteesi on liian kaukana hakemastasi ravintolasta.",
  theseDeliver: "Nämä ravintolat kuljettavat osoitteeseesi:",
  noneFound: "Haulla ei löytynyt ravintoloita",
  noneDelivering:
    "Nämä ravintolat eivät kuljeta juuri nyt. Valitse toinen toimitustapa tai ”Teen ennakkotilauksen”.",
  ifDelivers: (name: string) => `${name} on valittu, jos se kuljettaa osoitteeseesi.`,
  choosePickup: "Valitse Nouto",
  showAll: "Näytä kaikki",
  change: "Vaihda",
  delivery: (fee: string) => `kuljetus ${fee}`,
} as const;

export const MAP = {
  label: "Ravintolat kartalla",
  show: "Näytä kartalla",
  hide: "Piilota kartta",
  missing: "Karttaa ei saatu näkyviin.",
  here: "Osoitteesi",
} as const;

export const DISTANCE = {
  near: "alle 500\u00a0m päässä",
  metres: (metres: number) => `n.\u00a0${metres}\u00a0m päässä`,
  kilometres: (kilometres: string) => `${kilometres}\u00a0km`,
} as const;
