/** The rows of the summary, each an amount of the server's answer (PR-01): nothing is added up here. */
import type { PricedCart } from "../../api/wire";
import { percents } from "../../lib/percents";
import { SUMMARY } from "./texts";

/** A row. */
export interface SummaryRow {
  label: string;
  /** Euros, with their sign. */
  amount: number;
}

/** The rows of a priced cart. */
export interface SummaryRows {
  rows: readonly SummaryRow[];
  payable: SummaryRow;
  taxes: readonly SummaryRow[];
  /** What would make it cheaper; the server's words. */
  hint: string | null;
}

export function rowsOf({ pricingDetails: sums, payable, ...priced }: PricedCart): SummaryRows {
  const isPrepaid = sums.prepaidAmountTotal > 0;
  const wanted: readonly (SummaryRow & { isAlways?: boolean })[] = [
    { label: SUMMARY.goods, amount: sums.lineItemsSubTotal, isAlways: true },
    { label: SUMMARY.discounts, amount: -sums.lineItemDiscountsTotal },
    { label: SUMMARY.delivery, amount: sums.shippingChargesSubTotal },
    { label: SUMMARY.deliveryDiscount, amount: -sums.shippingChargesDiscountTotal },
    { label: SUMMARY.serviceFee, amount: priced.deliveryServiceFee },
    { label: SUMMARY.phoneFee, amount: priced.phoneOrderFee },
    ...(isPrepaid
      ? [
          { label: SUMMARY.total, amount: sums.grandTotal },
          { label: SUMMARY.prepaid, amount: -sums.prepaidAmountTotal },
        ]
      : []),
  ];
  const unused = priced.notApplicableCampaigns.find(
    // Of a code that is held its own line says it.
    ({ messageCode, promotionCode }) => messageCode === "campaign/minimum-order" && promotionCode === null,
  );
  return {
    rows: wanted.filter(({ amount, isAlways }) => isAlways || amount !== 0),
    payable: { label: isPrepaid ? SUMMARY.payable : SUMMARY.total, amount: payable },
    taxes: sums.vat.map(({ percent, vat }) => ({ label: SUMMARY.vat(percents(percent)), amount: vat })),
    hint: unused?.message ?? null,
  };
}
