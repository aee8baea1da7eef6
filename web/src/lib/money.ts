const EUROS = new Intl.NumberFormat("fi-FI", { style: "currency", currency: "EUR" });

/** Euros as Finns write them, with a no-break space: `14,90 €`. */
export function euros(amount: number): string {
  return EUROS.format(amount).replaceAll(/\s/g, "\u00a0");
}

/** The sum of prices in euros, reckoned in whole cents. */
export function sum(prices: readonly number[]): number {
  return prices.reduce((cents, price) => cents + Math.round(price * 100), 0) / 100;
}

/** The price of one of `quantity` pieces, in whole cents. */
export function share(price: number, quantity: number): number {
  return Math.round((price * 100) / quantity) / 100;
}

/** `quantity` pieces of a price in euros, reckoned in whole cents. */
export function times(price: number, quantity: number): number {
  return (Math.round(price * 100) * quantity) / 100;
}
