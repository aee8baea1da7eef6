const REQUIRED = "Tämä kenttä on pakollinen.";
const OTHER = "Virheellinen arvo.";
const ANY = { required: REQUIRED, short: OTHER, long: OTHER, invalid: OTHER };

/** What is wrong with what somebody says of themselves for an account (LG-24, LG-25, AC-18). */
export const PERSON_FAULTS = {
  firstName: ANY,
  lastName: ANY,
  phone: {
    required: REQUIRED,
    short: "Antamasi puhelinnumero on liian lyhyt",
    long: "Antamasi puhelinnumero on liian pitkä",
    invalid: "Antamasi puhelinnumero on virheellinen",
  },
  email: { ...ANY, invalid: "Antamasi sähköposti on virheellinen." },
};
