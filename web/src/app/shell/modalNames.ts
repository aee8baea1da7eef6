/** The dialog's name in the address. */
export const SIGN_OUT_MODAL = "kirjaudu-ulos";
/** The fragment of the address that opens what is said of cookies. */
export const COOKIES_MODAL = "evasteet";
