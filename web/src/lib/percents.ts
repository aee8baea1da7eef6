const PERCENTS = new Intl.NumberFormat("fi-FI", { maximumFractionDigits: 2 });

/** A rate in per cent as Finns write it, with a no-break space: `25,5 %`. */
export function percents(rate: number): string {
  return `${PERCENTS.format(rate)}\u00a0%`;
}
