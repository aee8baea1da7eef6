/** What is read where one signs in, and where a one-time password is replaced. */

export const SIGN_IN = {
  title: "Kirjaudu sisään",
  lead: "Seurantanäkymä on Ovellen henkilökunnalle.",
  ended: "Istuntosi päättyi. Kirjaudu uudelleen, niin jatkat siitä, mihin jäit.",
  email: "Sähköposti",
  password: "Salasana",
  send: "Kirjaudu",
  sending: "Kirjaudutaan…",
  noEmail: "Kirjoita sähköpostiosoitteesi.",
  badEmail: "Osoitteesta puuttuu @-merkki.",
  noPassword: "Kirjoita salasanasi.",
  wait: (seconds: number) => `Liian monta yritystä. Yritä uudelleen ${seconds}\u00a0sekunnin kuluttua.`,
  failed: "Kirjautuminen ei juuri nyt onnistu. Yritä hetken päästä uudelleen.",
  unreachable: "Yhteys ei toimi. Tarkista verkko ja yritä uudelleen.",
  guest: "Olitko tilaamassa? Asiakkaiden tilit avautuvat myöhemmin, ja tilaat ilman tiliäkin.",
  back: "Takaisin ostoksille",
  customer: "Odotatko pizzaa? Seuranta aukeaa tilausvahvistuksesi linkistä.",
} as const;

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
