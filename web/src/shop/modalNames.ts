/** Names of modals that layers open in each other, as they stand in the address (SH-20). */
export const ORDER_SETUP_MODAL = "aloita-tilaus";
