/** Means of payment as a restaurant offers them. */
import type { PaymentMethod } from "../../../api/wire";

/** A bank or credit card. */
export const card: PaymentMethod = {
  id: "scheme",
  name: "Pankki- tai luottokortti",
  group: "creditCard",
  icon: null,
  svg: null,
  disabled: false,
  issuers: [],
};
