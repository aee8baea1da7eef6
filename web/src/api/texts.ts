/** What is said for the server, where it could not be asked. */
export const UNREACHABLE = "Yhteys ei toimi.";
