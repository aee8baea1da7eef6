import type { SplitPayment, TrackingIngredient, TrackingItem } from "../../api/wire";
import { categoryOf } from "../../art/food/pictured";
import { times } from "../../lib/money";

/** How many pieces of a campaign an item got. */
export interface CampaignShare {
  name: string;
  quantity: number;
}

/** What one row of the items list says (T-09 to T-13). */
export interface ItemView {
  size: string | null;
  /** The free description; where there is one, changes to the recipe are not listed. */
  description: string | null;
  added: string[];
  removed: string[];
  campaigns: CampaignShare[];
  /** Euros for all pieces. */
  price: number;
  /** Euros for all pieces before the discount, where there is one. */
  before: number | null;
}

/** Only these say their size: of pizzas those that come in several, of drinks the litres. */
const SIZED: ReadonlySet<string> = new Set(["pizza", "monster", "drink", "alcohol"]);

/** Reads a row. `campaigns` gives the names of the campaigns that paid for part of the order. */
export function itemView(item: TrackingItem, campaigns: readonly SplitPayment[]): ItemView {
  const description = item.description?.trim() ? item.description.trim() : null;
  const sized = SIZED.has(categoryOf(item) ?? "");
  const price = times(item.discountedPrice ?? item.itemPrice, item.quantity);
  const full = times(item.itemPrice, item.quantity);
  return {
    size: sized ? (item.sizeName ?? null) : null,
    description,
    ...changesOf(description === null ? item.ingredients : []),
    campaigns: campaignsOf(item, campaigns),
    price,
    before: full > price ? full : null,
  };
}

function changesOf(ingredients: readonly TrackingIngredient[]): { added: string[]; removed: string[] } {
  const ordered = ingredients.toSorted((left, right) => left.displayOrder - right.displayOrder);
  const change = ({ quantity, recipeQuantity }: TrackingIngredient) => quantity - recipeQuantity;
  const said = (ingredient: TrackingIngredient) => {
    const portions = Math.abs(change(ingredient));
    return portions > 1 ? `${ingredient.name} × ${portions}` : ingredient.name;
  };
  return {
    added: ordered.filter((ingredient) => change(ingredient) > 0).map(said),
    removed: ordered.filter((ingredient) => change(ingredient) < 0).map(said),
  };
}

/** A campaign whose name the payment does not know cannot be named, so it is not said. */
function campaignsOf(item: TrackingItem, campaigns: readonly SplitPayment[]): CampaignShare[] {
  return Object.entries(item.appliedCampaigns).flatMap(([id, quantity]) => {
    const campaign = campaigns.find(({ campaignId }) => campaignId === id);
    return campaign && quantity > 0 ? [{ name: campaign.campaignName, quantity }] : [];
  });
}
