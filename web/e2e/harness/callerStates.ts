/** Every state of the call centre's bar in the shop, and of what everybody is asked of cookies. */
import type { Page } from "playwright-core";
import { customer } from "./customer";
import { shopperTo } from "./shopper";
import { button, type ShopState, text, title } from "./shopWays";
import { colleague, signIn } from "./staff";
import type { Visit, VisitOptions } from "./visit";
import type { World } from "./world";

const HOME = {
  streetAddress: "Liisankatu 12",
  apartmentNumber: "A 3",
  zipCode: "00170",
  city: "Helsinki",
  latitude: "60.1741",
  longitude: "24.9536",
};
const FAR = {
  ...HOME,
  streetAddress: "Kolmivaihekilowattituntimittarinkorjaajankatu 112",
  apartmentNumber: "",
};

/** Somebody who lives somewhere and has ordered before; their number. */
async function regular({ server }: World): Promise<string> {
  const person = await customer(server, "Aaltonen");
  await person.call("POST", "/api/users/me/addresses", HOME);
  await person.call("POST", "/api/users/me/addresses", FAR);
  await person.call("POST", "/api/commerce/v2/shoppingcart/order", {
    shopId: "12",
    deliveryType: "pickup",
    paymentMethod: "onsite",
    orderItems: [
      { uuid: "a", productId: "3205", sizeId: "101", quantity: 2 },
      { uuid: "b", productId: "3704", sizeId: "302", quantity: 1 },
    ],
    deliveryContact: { firstName: "Aino", phoneNumber: person.phone, email: "aino@ovelle.example" },
  });
  return person.phone;
}

interface Way {
  path: string;
  step?: (page: Page, phone: string) => Promise<void>;
  seen: (page: Page) => ReturnType<Page["locator"]>;
}

function calling(name: string, { path, step, seen }: Way): ShopState {
  const reach = async (world: World, how: VisitOptions): Promise<Visit> => {
    const phone = await regular(world);
    const visit = await shopperTo(world, null, how);
    await signIn(world.server, visit, await colleague(world.server));
    await visit.open(path);
    await visit.page.getByLabel("Soittajan numero").waitFor();
    await step?.(visit.page, phone);
    await seen(visit.page).waitFor();
    return visit;
  };
  return { name, isWhole: false, reach };
}

async function find(page: Page, phone: string): Promise<void> {
  await page.getByLabel("Soittajan numero").fill(phone);
  await page.getByRole("button", { name: "Hae", exact: true }).click();
}

async function take(page: Page, phone: string): Promise<void> {
  await find(page, phone);
  await button(/Aino Aaltonen/)(page).click();
}

const CALLING: readonly ShopState[] = [
  calling("caller-bar", { path: "/menu", seen: title("Lankut") }),
  calling("caller-no-number", {
    path: "/menu",
    step: (page) => find(page, "040"),
    seen: text(/^Kirjoita koko numero/),
  }),
  calling("caller-nobody", {
    path: "/menu",
    step: (page) => find(page, "040 999 8877"),
    seen: text("Numerolla ei ole asiakastiliä."),
  }),
  calling("caller-found", { path: "/menu", step: find, seen: button(/Aino Aaltonen/) }),
  calling("caller-calling", { path: "/menu", step: take, seen: button(/^Lisää koriin tilauksen/) }),
  calling("caller-added", {
    path: "/menu",
    step: async (page, phone) => {
      await take(page, phone);
      await button(/^Lisää koriin tilauksen/)(page).click();
    },
    seen: text("Tuotteet ovat korissa."),
  }),
  calling("caller-guest", {
    path: "/menu",
    step: async (page) => {
      await find(page, "040 999 8877");
      await button("Tilaa ilman asiakastiliä")(page).click();
    },
    seen: text("Ei aiempia tilauksia."),
  }),
];

function asked(name: string, path: string, seen: Way["seen"], isWhole = false): ShopState {
  const reach = async (world: World, how: VisitOptions): Promise<Visit> => {
    const visit = await shopperTo(world, null, { ...how, isUnasked: true });
    await visit.open(path);
    await seen(visit.page).waitFor();
    return visit;
  };
  return { name, isWhole, reach };
}

const COOKIES: readonly ShopState[] = [
  asked("consent-home", "/", button("Vain välttämättömät")),
  asked("consent-cart", "/ostoskori", button("Vain välttämättömät")),
  asked("cookies", "/menu#evasteet", title("Evästeasetukset")),
  asked("privacy", "/tietosuoja", (page) => page.getByRole("heading", { level: 1 }), true),
  asked("terms-story", "/ehdot/kayttoehdot", (page) => page.getByRole("heading", { level: 1 }), true),
];

/** All of them. */
export const CALLER_STATES: readonly ShopState[] = [...CALLING, ...COOKIES];
