/** What stands around a product that is built: what is told of it, what goes with it, and the ways out. */
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import story from "../../../../content/stories/product-page/productPage.json";
import { refusal } from "../../api/testing/server";
import type { CrossSellOption, User } from "../../api/wire";
import { aUser, CALL_CENTRE_USER } from "../../session/testing/people";
import { comeBack } from "../../shop/cart/cart";
import { currentOrder } from "../../shop/cart/useCart";
import { putOrder } from "../../shop/testing/cart";
import { putNews } from "../../shop/testing/news";
import { aMethod } from "../../shop/testing/orders";
import { aCategory, aDrink, aMenu } from "../testing/aProduct";
import { addButton, open, press, priced, SHOP } from "./testing/open";

const STORY = {
  "GET /api/cms/stories/product-page/productPage": {
    status: 200,
    body: { slug: "product-page/productPage", version: "published", ...story },
  },
};
const JUICE = aDrink({ productId: "3708", name: "Lohjan omenamehu", slug: "lohjan-omenamehu" });
const MENU = {
  [`GET ${SHOP}/menu?orderType=pickup`]: {
    status: 200,
    body: aMenu({ categories: [aCategory("drink", [JUICE])] }),
  },
};

beforeEach(() => {
  sessionStorage.clear();
  putOrder({ method: aMethod() });
  // The network that was away in the test before is back.
  comeBack();
  putNews(null);
  Element.prototype.scrollIntoView = vi.fn<() => void>();
});

const region = (name: string) => within(screen.getByRole("region", { name }));

describe("what is told of it", () => {
  // spec: PD-18, PD-05
  test("the editors' words stand by what they are of", async () => {
    open("3002", { more: STORY });
    await addButton();
    expect(await screen.findByLabelText("Pizzapohja")).toHaveAccessibleDescription(/rapsahtaa/);
    expect(screen.getByText(/Lisää, mitä mielesi tekee/)).toBeInTheDocument();
    await userEvent.click(screen.getByText("Kastikkeet"));
    expect(await screen.findByText(/Raita pinnalle/)).toBeInTheDocument();
    const finish = region("Viimeistele");
    expect(finish.getByText(/Reunoja varten/)).toBeInTheDocument();
    expect(finish.getByText("Tuplaa se, mikä venyy eniten.")).toBeInTheDocument();
    expect(
      within(finish.getByRole("group", { name: "Vielä vähän rapeaa?" })).getByText("Pekoni"),
    ).toBeVisible();
  });

  // spec: PD-07, PD-08, PD-53, PD-66
  test("what it costs the climate is reckoned with the story's figures, part by part", async () => {
    open("3001", { more: STORY });
    await addButton();
    await userEvent.click(screen.getByRole("link", { name: "Tuotetiedot ja ilmastolaskuri" }));
    const heading = await screen.findByRole("heading", { name: "Tuotetiedot" });
    await waitFor(() => expect(heading).toHaveFocus());
    for (const fold of ["Raaka-ainetiedot", "Ravintotiedot"]) {
      await userEvent.click(screen.getByText(fold));
    }
    expect(screen.getAllByRole("term").map((term) => term.textContent)).toContain("Mozzarella");
    expect(screen.getByText("100 grammassa")).toBeInTheDocument();
    await userEvent.click(screen.getByText("Ilmastolaskuri"));
    expect(await screen.findByText(/Hiilijalanjälki on .* Keskimäärin vastaava tuote: 1,6/)).toBeVisible();
    expect(screen.getByText("Pizzasi ilmastojälki")).toBeVisible();
    expect(screen.getByRole("row", { name: /Kuljetus 0,28/ })).toBeInTheDocument();
    expect(screen.getByRole("row", { name: /Raaka-aineet \d/ })).toBeInTheDocument();
    expect(screen.getByText("Mihin vertaamme")).toBeInTheDocument();
  });

  // spec: PD-55
  test("where one ingredient does not say, nothing is guessed", async () => {
    const silent = "1101";
    open("3001", {
      more: STORY,
      kitchen: (row) => (row.id === silent ? { ...row, carbonFootprint: null } : row),
    });
    await addButton();
    await userEvent.click(await screen.findByText("Ilmastolaskuri"));
    expect(await screen.findByText(/emme vielä tiedä/)).toBeInTheDocument();
  });

  test("what runs out meanwhile is said at once, and until it is taken off", async () => {
    open("3002");
    await addButton();
    act(() => putNews({ outOfStockIngredientIds: ["1401"] }));
    const said = "Ananas loppui juuri ravintolasta. Vaihda tai poista se.";
    expect(await screen.findByText(said)).toBeInTheDocument();
    expect(screen.getByText(said).closest("[role=status]")).not.toBeNull();
    await press("Poista: Ananas");
    expect(screen.queryByText(said)).toBeNull();
    act(() => putNews({ outOfStockProductIds: ["3002"] }));
    expect(await screen.findByText("Rappukäytävä loppui juuri ravintolasta.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Loppunut ravintolasta" })).toBeInTheDocument();
  });

  // spec: PR-07, PR-26
  test("what the server says of it with the price is said beside it, but for what the editor says itself", async () => {
    const item = { uuid: "a", productId: "3002", sizeId: "101", name: "Rappukäytävä", quantity: 1 };
    const message = (messageCode: string, words: string) => ({
      messageCode,
      message: words,
      displayKind: 1,
      metadata: { item },
    });
    const limit = "Tarjoushinta koskee enintään kahta täytettä.";
    const messages = [
      message("campaign/offer-toppings-limit", limit),
      message("product/contains-allergen", "Tuotteessa Rappukäytävä on: maito."),
    ];
    const answer = { price: 12.9, discountedPrice: 12.9, crossSellOptionDetails: [] };
    open("3002", {
      price: { status: 200, body: { ...answer, validationResult: { isValid: true, messages } } },
    });
    expect(await screen.findByText(limit)).toBeInTheDocument();
    expect(screen.queryByText(/on: maito/)).toBeNull();
  });

  // spec: PD-48, PD-47
  test("what had run out before names the restaurant, and says nothing of just now", async () => {
    open("3002", {
      change: { isOutOfStock: true },
      more: { [`GET ${SHOP}`]: { status: 200, body: { displayName: "Ovelle Kallio" } } },
    });
    expect(
      await screen.findByText("Tuote on loppunut ravintolasta Ovelle Kallio. Kokeile toista ravintolaa."),
    ).toBeInTheDocument();
    expect(screen.queryByText(/loppui juuri/)).toBeNull();
  });
});

describe("what goes with it", () => {
  // spec: PD-06
  test("the chef's recommendation is added on its own", async () => {
    open("3001", { more: MENU });
    await addButton();
    expect(await screen.findByText("Omenamehu on margaretan hiljainen kaveri.")).toBeInTheDocument();
    await press("Lisää tilaukseen: Lohjan omenamehu");
    await waitFor(() =>
      expect(currentOrder().items).toMatchObject([{ productId: "3708", addedFrom: "recommendation" }]),
    );
  });

  test("the chef's recommendation is told of in a modal of its own name, and added there", async () => {
    const { router } = open("3001", { more: MENU });
    await addButton();
    await userEvent.click(await screen.findByRole("link", { name: "Lohjan omenamehu" }));
    expect(router.state.location.hash).toBe("#suositeltu");
    const modal = within(screen.getByRole("dialog", { name: "Lohjan omenamehu" }));
    expect(modal.getByText("Omenamehu on margaretan hiljainen kaveri.")).toBeVisible();
    await userEvent.click(modal.getByRole("button", { name: "Lisää tilaukseen: Lohjan omenamehu" }));
    await waitFor(() => expect(currentOrder().items).toMatchObject([{ productId: "3708" }]));
    await userEvent.click(modal.getByRole("button", { name: "Sulje" }));
    await waitFor(() => expect(router.state.location.hash).toBe(""));
  });

  const BENEFIT: CrossSellOption = {
    campaignId: "c1",
    campaignName: "Juoma kaupan päälle",
    amount: 2.9,
    applicableToSizes: ["301"],
    applicableProducts: ["3708"],
    defaultProductId: "3708",
    remaining: 1,
    requiresRegisteredUser: true,
  };

  // spec: PD-37
  test.each<[string, User | null, string, string]>([
    ["a guest to sign in", null, "Kirjaudu ja hyödynnä etu", "/kirjaudu"],
    ["a customer to join", aUser(), "Liity Kotijoukkoihin", "/rekisteroidy/syntymaaika"],
  ])("a member's benefit asks %s", async (_, user, words, path) => {
    open("3001", { more: MENU, price: priced(12.9, [BENEFIT]), user });
    await addButton();
    expect(await screen.findByRole("link", { name: words })).toHaveAttribute("href", path);
    expect(screen.getAllByRole("link", { name: /etu$|Kotijoukkoihin$/ })).toHaveLength(1);
  });

  test.each([
    ["a member", aUser({ subscribedToLoyalty: true })],
    ["the call centre", CALL_CENTRE_USER],
  ])("of a member's benefit %s is asked nothing", async (_, user) => {
    open("3001", { more: MENU, price: priced(12.9, [BENEFIT]), user });
    await addButton();
    await screen.findByText("Juoma kaupan päälle");
    expect(screen.queryByRole("link", { name: /etu$|Kotijoukkoihin$/ })).toBeNull();
  });

  // spec: PD-09
  test.each([
    ["3900", ["omavalintainen-monster", "omavalintainen-lankku", "omavalintainen-kotzone"]],
    ["3910", ["perfetta", "omavalintainen-lankku", "omavalintainen-kotzone"]],
  ])("%s leads to the other lines of one's own", async (id, slugs) => {
    open(id);
    const lines = await screen.findByRole("navigation", { name: "Kokeile myös" });
    const links = within(lines).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual(slugs.map((slug) => `/menu/${slug}`));
    expect(links.at(-1)).toHaveTextContent("Omavalintainen Kotzone");
  });

  // spec: PD-30
  test("a standard pizza without one of its own is usually cheaper as one's own", async () => {
    open("3002");
    await addButton();
    expect(screen.queryByText(/usein edullisemmaksi/)).toBeNull();
    await press("Poista: Ananas");
    expect(await screen.findByRole("link", { name: "Tee omavalintainen" })).toHaveAttribute(
      "href",
      "/menu/perfetta",
    );
  });

  // spec: MN-16, PD-57
  test("from the vegan menu one's own has vegan cheese, and finishes with nothing but spices", async () => {
    open("3900", { at: "/menu/x?rajaus=Vegan", more: STORY });
    await addButton();
    await waitFor(() => expect(screen.getByLabelText("Juusto")).toHaveAccessibleDescription(/vegaanisen/));
    expect(screen.getByLabelText("Juusto")).toHaveValue("2835");
    expect(screen.queryByRole("region", { name: "Viimeistele" })).toBeNull();
  });
});

describe("what is so by choice alone", () => {
  test("names the choices that make it so", async () => {
    open("3910");
    await addButton();
    expect(
      screen.getByText("Saa vegaanisena, kun valitset: Vegaaninen juusto, Vegaaninen aiolidippi."),
    ).toBeVisible();
  });

  test("is chosen from the menu that is narrowed to it, in each slot that it takes", async () => {
    open("3910", { at: "/menu/x?rajaus=vegan" });
    await addButton();
    await waitFor(() => expect(screen.getByLabelText("Juusto")).toHaveValue("2835"));
    expect(screen.getByLabelText("Monsterin dippi")).toHaveValue("1807");
  });
});

describe("adding", () => {
  // spec: PD-26
  test("with nothing at all on it there is nothing to add", async () => {
    open("3930", { change: { ingredients: [], ingredientSlots: [] } });
    const button = await screen.findByRole("button", { name: "Lisää ainakin yksi täyte" });
    expect(button).toHaveAttribute("aria-disabled", "true");
  });

  // spec: PD-29, PD-60
  test("what was added is said for a second, and goes with its number and where it came from", async () => {
    const { onClose } = open("3002");
    const add = await addButton();
    await press("Lisää kappale");
    await userEvent.click(add);
    expect(await screen.findByRole("button", { name: "Lisätty tilaukseen" })).toBeInTheDocument();
    expect(currentOrder().items).toMatchObject([{ productId: "3002", quantity: 2, addedFrom: "menu" }]);
    expect(onClose).not.toHaveBeenCalled();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce(), { timeout: 5_000 });
  });

  // spec: PD-61
  test("what could not be added is said, and can be added again", async () => {
    const failed = refusal(500, "service/error", "Jotain meni vikaan.");
    open("3002", { more: { "POST /api/pricing/pricing/customer/cart": failed } });
    await userEvent.click(await addButton());
    expect(await screen.findByText("Tuotteen lisääminen epäonnistui")).toHaveAttribute("role", "alert");
    expect(currentOrder().items).toEqual([]);
    expect(await addButton()).toHaveAttribute("aria-disabled", "false");
  });
});

describe("the ways out", () => {
  const closing = () => fireEvent(screen.getAllByRole("dialog")[0] ?? document.body, new Event("cancel"));

  // spec: PD-11, PD-22
  test("a changed product asks before it is closed; an unchanged one does not", async () => {
    const { onClose, router } = open("3002", { layout: "dialog" });
    await addButton();
    closing();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    await press("Poista: Ananas");
    closing();
    expect(router.state.location.hash).toBe("#product-close-modal");
    const question = within(await screen.findByRole("dialog", { name: "Sulje tuote?" }));
    await userEvent.click(question.getByRole("button", { name: "Jatka muokkaamista" }));
    expect(router.state.location.hash).toBe("");
    expect(onClose).toHaveBeenCalledOnce();
    closing();
    await userEvent.click(await screen.findByRole("button", { name: "Sulje sivu" }));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2));
  });

  // spec: SH-22
  test("the editor takes 300 ms to go, and is closed once", async () => {
    const { onClose } = open("3002", { layout: "dialog" });
    await addButton();
    const begun = performance.now();
    closing();
    closing();
    expect(onClose).not.toHaveBeenCalled();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(performance.now() - begun).toBeGreaterThanOrEqual(299);
  });

  // spec: PD-10, PD-22
  test("the way back to the shop asks as well", async () => {
    const { router } = open("3002");
    await addButton();
    const back = screen.getByRole("link", { name: "Takaisin ostoksille" });
    expect(back).toHaveAttribute("href", "/menu");
    await press("Poista: Ananas");
    await userEvent.click(back);
    expect(router.state.location.hash).toBe("#product-close-modal");
  });

  // spec: PD-08, PD-12, PD-32, PD-34
  test("a link to what was built is copied", async () => {
    const user = userEvent.setup();
    open("3900");
    await addButton();
    await press("Lisää: Pepperoni");
    await press("Lisää: Pepperoni");
    await user.click(screen.getByRole("button", { name: "Jaa linkki pizzaasi" }));
    const modal = within(await screen.findByRole("dialog", { name: "Jaa kavereille" }));
    await user.click(modal.getByRole("button", { name: "Kopioi linkki" }));
    expect(await modal.findByText("Linkki kopioitu. Lähetä se kaverille.")).toBeInTheDocument();
    const link = await navigator.clipboard.readText();
    expect(link).toMatch(/\/menu\/perfetta\?sizeId=101&ingredients=1302%3B1302$/);
    await user.click(modal.getByRole("button", { name: "Takaisin" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Jaa kavereille" })).toBeNull());
  });

  // spec: PD-32, PD-35
  test("where the browser has no clipboard the link itself is there", async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
    open("3900");
    await addButton();
    await press("Lisää: Pepperoni");
    await user.click(screen.getByRole("button", { name: "Jaa linkki pizzaasi" }));
    await user.click(await screen.findByRole("button", { name: "Kopioi linkki" }));
    const words = "Kopioiminen ei onnistunut. Nappaa linkki tästä:";
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.getByLabelText<HTMLInputElement>(words).value).toContain("ingredients=1302");
  });
});
