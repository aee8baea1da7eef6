import { counted } from "../../lib/plural";

/** What is read on one's own pages. Fixed texts stand letter for letter. */

export const ACCOUNT = {
  title: "Asiakastili",
  nav: "Asiakastilin sivut",
  opening: "Haetaan tiliäsi",
  failed: "Tiliäsi ei saatu haettua.",
  retry: "Yritä uudelleen",
  orders: "Tilaukset",
  details: "Omat tiedot",
  methods: "Omat maksutavat",
  addresses: "Osoitteet",
  signOut: "Kirjaudu ulos",
  active: " kesken",
  /** AC-09. */
  member: "Minun kotijoukot",
  remaining: (count: number) => `enää ${count}`,
  remainingMore: " slaissia pizzaan",
  join: "Viimeistele liittyminen",
  benefits: "Etukoodini",
  unused: " käyttämättä",
  edit: "Muokkaa",
  save: "Tallenna",
  cancel: "Peruuta",
  saved: "Tallennettu.",
  notSaved: "Tietoja ei saatu tallennettua. Yritä uudelleen.",
} as const;

export const DETAILS = {
  title: "Omat tiedot",
  contact: "Yhteystiedot",
  name: "Nimi",
  firstName: "Etunimi",
  lastName: "Sukunimi",
  phone: "Puhelin",
  email: "Sähköposti",
  birthDate: "Syntymäaika",
  addBirthDate: "Lisää syntymäaika",
  birthDateOnce: "Syntymäaikaa ei voi myöhemmin muuttaa itse.",
  /** While another address waits. */
  pending: (email: string) =>
    `Lähetimme vahvistuslinkin osoitteeseen ${email}. Nykyinen osoitteesi on käytössä siihen asti.`,
  editTitle: "Muokkaa yhteystietoja",
  /** AC-08. */
  emailLocked: "Sähköpostin voi vaihtaa vain kirjautumispalvelussa.",
  currentPassword: "Nykyinen salasana",
  whyPassword: "Sähköpostin vaihto vaatii salasanasi.",
  noPassword: "Luo ensin salasana sähköpostiin lähetettävästä linkistä.",
  required: "Tämä kenttä on pakollinen.",
  other: "Virheellinen arvo.",
} as const;

export const PASSWORD = {
  title: "Salasana",
  text: "Vaihdat salasanasi linkistä, jonka lähetämme sähköpostiisi.",
  send: "Lähetä linkki",
  sent: "Linkki lähti sähköpostiisi.",
  failed: "Linkkiä ei saatu lähetettyä. Yritä uudelleen.",
} as const;

/** What else opens the account. */
export const IDENTITY = {
  title: "Muu kirjautuminen",
  open: (name: string) => `Voit kirjautua myös ${name}-tililläsi, kun liität sen tähän tiliin.`,
  linked: (name: string) => `${name}-tilisi on liitetty: voit kirjautua myös sillä.`,
  link: (name: string) => `Liitä ${name}-tili`,
  why: "Vahvista liittäminen salasanallasi.",
  send: "Liitä",
  unlink: "Poista liitos",
  done: "Tunnus liitettiin.",
  undone: "Liitos poistettiin.",
  missing: "Salli sähköpostisi jakaminen, jotta tunnuksen voi liittää.",
  failed: "Liittäminen ei onnistunut. Yritä uudelleen.",
} as const;

export const YOUR_DATA = {
  title: "Tietosi Ovellessa",
  text: "Voit ladata kaikki tietosi tai poistaa tilisi. Molempiin tarvitset salasanasi.",
  textWithout:
    "Voit ladata kaikki tietosi tai poistaa tilisi. Jos kirjautumisestasi on yli 15 minuuttia, kirjaudu ensin uudelleen.",
  download: "Lataa omat tiedot",
  downloadText:
    "Saat tiedoston, jossa on tilisi, osoitteesi, tilauksesi ja lupasi. Voit ladata sen kolme kertaa päivässä.",
  asPage: "Lataa sivuna",
  asFile: "Lataa tiedostona (JSON)",
  done: "Tiedosto on ladattu.",
  failed: "Tietoja ei saatu ladattua. Yritä uudelleen.",
  tooMany: "Olet ladannut tietosi jo kolme kertaa tänään. Yritä huomenna uudelleen.",
  again: "Kirjaudu uudelleen, niin voit jatkaa.",
} as const;

export const ERASE = {
  open: "Poista tili",
  title: "Poista tili",
  lead: "Poistoa ei voi perua.",
  goneTitle: "Poistamme heti",
  gone: "nimesi, yhteystietosi, osoitteesi, syntymäaikasi, lupasi, kirjautumisesi ja käyttämättömät etusi.",
  keptTitle: "Säilytämme kuusi vuotta kirjanpitoa varten",
  kept: "tilaustesi numerot, ajat, tuotteet ja summat ilman nimeäsi.",
  confirm: "Kirjoita POISTA",
  confirmFault: "Kirjoita POISTA isoilla kirjaimilla.",
  openOrders: "Tilauksesi on vielä kesken. Poista tili, kun se on valmis.",
  toOrders: "Katso tilauksesi",
  endUnpaid: "Peru maksua odottava tilaukseni",
  no: "Pidä tili",
  failed: "Tiliä ei saatu poistettua. Yritä uudelleen.",
} as const;

export const PERMISSIONS = {
  title: "Luvat ja ehdot",
  note: "Kerromme tarjouksista ja uutuuksista, jos annat luvan. Voit perua sen milloin vain.",
  email: "Tarjouksia saa lähettää sähköpostiin",
  sms: "Tarjouksia saa lähettää tekstiviestillä",
  shop: "Verkkokaupan käyttöehdot",
  loyalty: "Kotijoukkojen käyttöehdot",
  accepted: (version: string) => `Hyväksytty versio ${version}`,
  notAccepted: "Ei hyväksytty",
} as const;

export const ADDRESSES = {
  title: "Osoitteet",
  loading: "Haetaan osoitteita",
  failed: "Osoitteita ei saatu haettua.",
  none: "Ei vielä osoitteita. Lisää osoite, niin tilaat nopeammin.",
  add: "Lisää uusi osoite",
  addTitle: "Lisää uusi osoite",
  /** OS-25. */
  editTitle: "Muokkaa kuljetusosoitetta",
  favourite: "suosikki",
  makeFavourite: (address: string) => `Tee suosikiksi: ${address}`,
  editOf: (address: string) => `Muokkaa: ${address}`,
  /** OS-37. */
  favouriteUpdated: "Suosikkiosoite päivitetty.",
} as const;

/** One's codes (AC-14 to AC-16). */
export const BENEFITS = {
  title: "Etukoodini",
  loading: "Haetaan etukoodeja",
  failed: "Etukoodeja ei saatu haettua.",
  none: "Ei vielä etukoodeja. Slaissit ja pizzapyörä tuovat niitä.",
  order: "Ruokalistaan",
  unused: "Käyttämättömät etukoodit",
  allUsed: "Kaikki etukoodisi on käytetty.",
  used: "Käytetyt",
} as const;

export const METHODS = {
  title: "Omat maksutavat",
  preferred: "Valmiiksi valittu maksutapa",
  none: "Mikään maksutapa ei ole valmiiksi valittu. Voit valita sen kassalla.",
  other: "Muu maksutapa",
  toCart: "Ostoskoriin",
  forget: "Poista valinta",
  /** PY-01. */
  names: {
    applepay: "Apple Pay",
    googlepay: "Google Pay",
    scheme: "Pankki- tai luottokortti",
    mobilepay: "MobilePay",
    ebanking_FI: "Verkkopankki",
    klarna: "Klarna",
    edenred: "Edenred",
    giftcard: "Lahjakortti",
    NetsPrepaidCard: "Nets-lahjakortti",
    onsite: "Maksu ravintolassa",
    cod: "Maksu ovella",
  } as Readonly<Record<string, string | undefined>>,
} as const;

export const HISTORY = {
  title: "Tilaukset",
  list: "Tilaushistoria",
  running: "Kesken olevat tilaukset",
  loading: "Haetaan tilauksia",
  failed: "Tilauksia ei saatu haettua.",
  /** AC-12. */
  none: "Ei vielä tilauksia",
  order: "Ruokalistaan",
  favourite: "suosikki",
  slices: (count: number) => counted(count, "slaissi", "slaissia"),
  follow: "Seuraa tilausta",
  under: "Tilauksesi on kesken",
  open: (id: string) => `Avaa tilaus ${id}`,
} as const;

export const ORDER = {
  title: (id: string) => `Tilaus ${id}`,
  placed: "Tilattu",
  preordered: "Tilattu ajalle",
  at: (date: string, time: string) => `${date} kello ${time}`,
  restaurant: "Ravintola",
  goneAddress: "Osoite on poistettu",
  items: (count: number) => counted(count, "tuote", "tuotetta"),
  goods: "Tuotteet",
  delivery: "Kuljetus",
  phoneFee: "Puhelintilausmaksu",
  serviceFee: "Palvelumaksu",
  discount: "Alennus",
  total: "Yhteensä",
  vat: (percent: string, sum: string) => `Sisältää ALV ${percent}: ${sum}`,
  slices: (count: number) => `Sait tästä ${count}\u00a0${count === 1 ? "slaissin" : "slaissia"}`,
  save: "Tallenna",
  saved: "Suosikkisi",
  again: "Tilaa uudelleen",
  /** RO-04, RO-05. */
  inactive: "Tuotetta ei ole enää saatavilla.",
  changed: "Täytteiden saatavuus tai tuotteen resepti on muuttunut.",
  notSaved: "Suosikkia ei saatu tallennettua. Yritä uudelleen.",
} as const;
