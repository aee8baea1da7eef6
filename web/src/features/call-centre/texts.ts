import { counted } from "../../lib/plural";

/** The call centre's bar. */
export const CALLER = {
  bar: "Soittaja",
  phone: "Soittajan numero",
  find: "Hae",
  noNumber: "Kirjoita koko numero, vähintään seitsemän numeroa.",
  tooManySearches: "Hakuja on ollut liikaa. Odota hetki ja yritä uudelleen.",
  unreachable: "Yhteys ei toimi. Tarkista verkko ja yritä uudelleen.",
  failed: "Haku ei onnistunut. Yritä uudelleen.",
  count: (count: number) =>
    count === 0
      ? "Numerolla ei ole asiakastiliä."
      : `Numerolla on ${counted(count, "asiakastili", "asiakastiliä")}. Kenelle tilataan?`,
  tooMany: "Numerolla on liian monta asiakastiliä, joten niitä ei näytetä.",
  member: "Kotijoukoissa",
  asGuest: "Tilaa ilman asiakastiliä",
  guest: "Tilaus ilman asiakastiliä",
  customer: (name: string) => `Tilaus asiakkaalle ${name}`,
  details: "Osoitteet ja tilaukset",
  end: "Vaihda asiakas",
  addresses: "Osoitteet",
  noAddresses: "Ei tallennettuja osoitteita.",
  bring: "Toimita",
  bringToDoor: (door: string) => `Toimita osoitteeseen ${door}`,
  orders: "Viimeisimmät tilaukset",
  noOrders: "Ei aiempia tilauksia.",
  again: "Lisää koriin",
  againOf: (date: string) => `Lisää koriin tilauksen ${date} tuotteet`,
  added: "Tuotteet ovat korissa.",
  clear: "Tyhjennä kori",
  placed: (orderId: string) => `Tilaus ${orderId} on lähetetty ravintolaan.`,
  promised: (when: string) => `Luvattu noin kello\u00a0${when}.`,
  follow: "Tilauksen seuranta",
  next: "Uusi tilaus",
} as const;
