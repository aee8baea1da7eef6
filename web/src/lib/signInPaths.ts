/** Where one signs in. */
export const SIGN_IN_PATH = "/kirjaudu";
/** Where one registers. */
export const REGISTER_PATH = "/rekisteroidy";
/** Where one joins the loyalty programme, with a date of birth. */
export const BIRTH_DATE_PATH = "/rekisteroidy/syntymaaika";
