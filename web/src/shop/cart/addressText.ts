import type { Address } from "./order";

/** The address in one line (CA-21): street, apartment where there is one, then zip and city. */
export function addressText({ streetAddress, apartmentNumber, zipCode, city }: Address): string {
  const door = [streetAddress, apartmentNumber].filter(Boolean).join(" ");
  const place = [zipCode, city].filter(Boolean).join(" ");
  return [door, place].filter(Boolean).join(", ");
}
