/** Where the programme's pages lead. */

/** Where one says when one was born, in a dialog of its own. */
export const BIRTH_DATE_PAGE = "/asiakastili/omat-tiedot#syntymaaika";
/** The rules of the draw, which the server makes from the wheel's data. */
export const RULES_PAGE = "/ehdot/pizzapyora";
/** What joining agrees to. */
export const TERMS_PAGE = "/ehdot/kotijoukkojen-kayttoehdot";
/** One's codes. */
export const CODES_PAGE = "/asiakastili/etukoodini";
/** Questions, answers, and how to reach us. */
export const CONTACT_PAGE = "/ota-yhteytta";
/** The coupons that run. */
export const COUPONS_PAGE = "/kupongit";
