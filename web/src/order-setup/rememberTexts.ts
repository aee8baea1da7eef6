/** What stays in this browser after the order; apart, so that whoever asks for it brings no other text of the set-up along. */
export const REMEMBER = {
  label: "Muista tällä laitteella",
  detail:
    "Yhteystietosi, osoitteesi ja viime tilauksesi pysyvät tässä selaimessa 30 päivää. Muuten ne poistuvat tilauksen jälkeen.",
  forget: "Unohda",
} as const;
