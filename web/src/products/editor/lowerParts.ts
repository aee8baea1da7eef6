/** What stands far below what one came for: it comes after it, together. */
export { Offers } from "./Offers";
export { Details } from "./parts/Details";
export { Share } from "./Share";
