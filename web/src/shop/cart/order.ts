/** The order that is being put together in this browser (CA-19): what a person chose, and the server's last verdict. */
import type { OrderType, PricedCart } from "../../api/wire";

/** The form in which the order is kept; one of another version is discarded (CA-18). */
export const ORDER_VERSION = 17;

/** How much of an ingredient is on an item, in doses. */
export interface Dose {
  ingredientId: string;
  quantity: number;
  /** Where it was added from, for what the server counts; absent for the recipe's. */
  addedFrom?: string;
}

/** An ingredient as it is shown before the server has priced it. */
export interface ShownDose extends Dose {
  name: string;
  categoryId: string;
  recipeQuantity: number;
}

/** What is put into the cart. Prices are the server's alone; these are shown until it has answered. */
export interface NewItem {
  productId: string;
  sizeId: string;
  name: string;
  sizeName: string;
  productCategoryId: string;
  /** All that is on it; `null` means the recipe as it is. */
  ingredients: readonly ShownDose[] | null;
  /** Price of one, in euros, as the page knew it. */
  unitPrice: number;
  /** The list or link it came from, e.g. `menu`. */
  addedFrom: string | null;
}

/** A line of the cart. */
export interface OrderItem extends NewItem {
  uuid: string;
  quantity: number;
  comboId: string | null;
  comboCampaignCode: string | null;
}

/** Where a delivery goes (CA-20). */
export interface Address {
  /** Street and number. */
  streetAddress: string;
  apartmentNumber: string;
  city: string;
  zipCode: string;
  latitude: number;
  longitude: number;
  /** What the driver should know. */
  extraInfo: string;
}

/** Who orders, and where it goes. */
export interface Contact {
  name: string;
  phone: string;
  email: string;
  address: Address | null;
  /** Whether the address must be told in detail: stairs, door code (CA-20). */
  requireAddressDetails: boolean;
  /** Driving distance from the restaurant in kilometres, for showing alone. */
  deliveryDistance: number | null;
}

/** How and when: what the set-up saves (OS-28). */
export interface OrderMethod {
  orderType: OrderType;
  restaurantId: string;
  restaurantName: string;
  /** `YYYY-MM-DD HH:mm` in Helsinki; `null` means now. */
  preorderTime: string | null;
  /** For a delivery alone. */
  address: Address | null;
  zoneId: string | null;
  deliveryZoneVersion: string | null;
}

/** The order as it is kept in the browser and shared by its tabs. */
export interface Order {
  version: typeof ORDER_VERSION;
  /** Rises with each change, so that tabs agree which is newer. */
  revision: number;
  method: OrderMethod | null;
  items: readonly OrderItem[];
  promotionCodes: readonly string[];
  contact: Contact;
  /** What the kitchen and the driver should know; sent as `shippingInstruction`. */
  additionalInfo: string;
  paymentMethod: string | null;
  /** The bank of a bank payment. */
  paymentOption: string | null;
  deliveryWithoutPackaging: boolean;
  emailMarketingPermission: boolean;
  smsMarketingPermission: boolean;
  avoidAllergens: readonly string[];
  deliveryPriceToken: string | null;
  /** When the token stops holding the fee, an instant; `null` without a token. */
  deliveryPriceExpiresAt: string | null;
  /** The fee that the token holds, in euros; of two, the later tells that the fee has changed (PR-11). */
  heldDeliveryFee: number | null;
  /** What the call centre wants of its fee; `null` leaves it to the server (CA-44). */
  hasPhoneOrderFee: boolean | null;
  /** The server's last verdict; `null` until it has answered once. */
  priced: PricedCart | null;
  /** Whether `priced` speaks of these very items, codes and method. */
  isPriced: boolean;
}

const NOBODY: Contact = {
  name: "",
  phone: "",
  email: "",
  address: null,
  requireAddressDetails: true,
  deliveryDistance: null,
};

/** An order of which nothing is known yet. */
export const NEW_ORDER: Order = {
  version: ORDER_VERSION,
  revision: 0,
  method: null,
  items: [],
  promotionCodes: [],
  contact: NOBODY,
  additionalInfo: "",
  paymentMethod: null,
  paymentOption: null,
  deliveryWithoutPackaging: false,
  emailMarketingPermission: false,
  smsMarketingPermission: false,
  avoidAllergens: [],
  deliveryPriceToken: null,
  deliveryPriceExpiresAt: null,
  heldDeliveryFee: null,
  hasPhoneOrderFee: null,
  priced: null,
  isPriced: false,
};
