/** Names of modals that rooms open in each other, as they stand in the address (seed 2 §2.2). */
export const ORDER_SETUP_MODAL = "aloita-tilaus";
