import type { ShopSummary } from "../../api/wire";
import { restaurantSlug } from "../../lib/restaurantSlug";
import { isListed } from "../../shop/catalog/useCatalog";

const FINNISH = new Intl.Collator("fi");

/**
 * The restaurants that are at work, by name, of which a text says something: name, street, city or zip (RS-24, RS-25). Where
 * none is at a postal code, those of the districts beside it.
 */
export function findRestaurants(shops: readonly ShopSummary[], text: string): ShopSummary[] {
  const wanted = text.trim().toLocaleLowerCase("fi");
  const listed = shops
    .filter(isListed)
    .toSorted((one, other) => FINNISH.compare(one.displayName, other.displayName));
  const said = listed.filter(({ displayName, streetAddress, city, zip }) =>
    [displayName, streetAddress, city, zip].some((fact) => fact.toLocaleLowerCase("fi").includes(wanted)),
  );
  return said.length === 0 && POSTAL_CODE.test(wanted) ? besides(listed, wanted) : said;
}

const POSTAL_CODE = /^\d{5}$/;
/** Codes that begin with so many of the same digits belong to one region. */
const REGION_DIGITS = 2;

function besides(listed: readonly ShopSummary[], code: string): ShopSummary[] {
  return listed
    .map((shop) => ({ shop, shared: sharedDigits(shop.zip, code) }))
    .filter(({ shared }) => shared >= REGION_DIGITS)
    .toSorted((one, other) => other.shared - one.shared)
    .map(({ shop }) => shop);
}

function sharedDigits(zip: string, code: string): number {
  const other = [...code].findIndex((digit, index) => digit !== zip[index]);
  return other < 0 ? code.length : other;
}

/** The restaurant of a page's address, however it is spelt there (RS-23, RS-30). */
export function restaurantOf(shops: readonly ShopSummary[], slug: string): ShopSummary | undefined {
  const wanted = restaurantSlug(slug);
  return shops.filter(isListed).find(({ displayName }) => restaurantSlug(displayName) === wanted);
}
