/** The pieces of the editor, each as it says what it was told. */
import { act, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { IngredientSlot } from "../../../api/wire";
import { type Build, type Model, modelOf, recipeBuild } from "../configurator";
import { productStoryOf } from "../facts/story";
import { demoModel, kitchenOf, productOf } from "../testing/menu";
import { Bar } from "./Bar";
import { Details } from "./Details";
import { Footer } from "./Footer";
import { lineOf } from "./lines";
import { IngredientLine } from "./IngredientLine";
import { MoreToppings } from "./MoreToppings";
import { SlotFields } from "./SlotFields";
import { optionsOf } from "./slots";
import { Stage } from "./Stage";
import { Toppings } from "./Toppings";
import { Upsells } from "./Upsells";

const NO_STORY = productStoryOf(undefined);
const send = vi.fn<() => void>();
const words = (element: HTMLElement | null) => element?.textContent?.replaceAll("\u00a0", " ");

function show(piece: ReactNode) {
  return render(<QueryClientProvider client={new QueryClient()}>{piece}</QueryClientProvider>);
}

afterEach(() => vi.unstubAllGlobals());

describe("a slot", () => {
  const model = demoModel("3001");
  const slotOf = (id: string, of = model): IngredientSlot => {
    const slot = of.product.ingredientSlots.find((one) => one.id === id);
    if (!slot) throw new Error(`no slot ${id}`);
    return slot;
  };
  interface Shown {
    of?: Model;
    change?: Partial<IngredientSlot>;
    chosen?: (string | null)[];
    hint?: string;
    error?: string;
  }
  const showSlot = (id: string, { of = model, change = {}, chosen, hint, error }: Shown = {}) => {
    const slot = slotOf(id, of);
    const build = recipeBuild(of).slots[id] ?? [];
    const props = {
      slot: { ...slot, ...change },
      options: optionsOf(of, slot),
      chosen: chosen ?? build,
      send,
    };
    show(<SlotFields {...props} hint={hint ?? null} error={error ?? null} />);
  };
  const options = () => screen.getAllByRole<HTMLOptionElement>("option");
  const named = (name: string) => options().find(({ textContent }) => textContent?.startsWith(name));

  test("says what another choice costs more than the default that it replaces", () => {
    showSlot("cheese");
    expect(options().map(words)).toEqual([
      "Ei juustoa, kiitos",
      "Mozzarella",
      "Emmentalraaste\u2002+ 0,20 €",
      "Vegaaninen juusto\u2002+ 0,30 €",
    ]);
  });

  test("says the whole price where nothing is given back for the default", () => {
    showSlot("cheese", { change: { giveDiscountForChange: false } });
    expect(words(named("Vegaaninen juusto") ?? null)).toBe("Vegaaninen juusto\u2002+ 1,50 €");
  });

  test("is described by what is wrong with it, and by what the editors say", () => {
    showSlot("cheese", { hint: "Venyy eniten.", error: "Valitse: Juusto." });
    expect(screen.getByLabelText("Juusto")).toHaveAccessibleDescription("Valitse: Juusto. Venyy eniten.");
    expect(screen.getByLabelText("Juusto")).toBeInvalid();
  });

  test("asks for a choice where there must be one, and takes it as chosen once it is", () => {
    showSlot("dough", { chosen: [null] });
    expect(screen.getByLabelText("Pizzapohja")).toHaveValue("");
    expect(named("Valitse")).toBeDisabled();
  });

  test("with several fields numbers them, and needs the first alone", () => {
    showSlot("plateDip", { of: demoModel("1313"), chosen: [null, null, null] });
    const fields = screen.getAllByRole("combobox");
    const label = "Ensimmäinen dippi kuuluu hintaan";
    expect(fields.map((field) => words(field.closest("label")?.querySelector("span") ?? null))).toEqual(
      [1, 2, 3].map((number) => `${label} ${number}`),
    );
    const first = fields.map((field) => within(field).getAllByRole("option")[0]?.textContent);
    expect(first).toEqual(["Valitse", "Ei dippiä, kiitos", "Ei dippiä, kiitos"]);
  });

  test("does not offer what ran out, but keeps it where it is chosen", () => {
    const kitchen = new Set(["1101", "2835"]);
    showSlot("cheese", { of: modelOf(productOf("3001"), kitchenOf("101"), kitchen) });
    expect(named("Mozzarella (loppunut)")).toBeEnabled();
    expect(named("Vegaaninen juusto (loppunut)")).toBeDisabled();
    expect(named("Emmentalraaste")).toBeEnabled();
  });
});

describe("the foot", () => {
  const button = { text: "Lisää tilaukseen", canPress: true };
  const showFoot = (change: Partial<Parameters<typeof Footer>[0]> = {}) => {
    const calm = {
      quantity: 1,
      button,
      phase: "choosing",
      isPending: false,
      before: null,
      reason: null,
    } as const;
    return show(<Footer {...calm} send={send} onAdd={send} {...change} />);
  };

  test("says nothing of why it cannot be had, nor of failure, where there is neither", () => {
    const { container } = showFoot();
    expect(container.querySelector("p")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  test("says why it cannot be had, and that it was not added", () => {
    showFoot({ reason: "Myynnissä kello 10.30–14.00.", phase: "failed" });
    expect(screen.getByText("Myynnissä kello 10.30–14.00.")).toBeVisible();
    expect(screen.getByRole("alert")).toHaveTextContent("Tuotteen lisääminen epäonnistui");
  });

  test.each([
    [1, "false", "true"],
    [2, "false", "false"],
    [98, "false", "false"],
    [99, "true", "false"],
  ])("there are from one to ninety-nine of it: %d", (quantity, isMost, isLeast) => {
    showFoot({ quantity });
    expect(screen.getByRole("button", { name: "Lisää kappale" })).toHaveAttribute("aria-disabled", isMost);
    expect(screen.getByRole("button", { name: "Vähennä kappale" })).toHaveAttribute("aria-disabled", isLeast);
  });

  test("shows what it costs without a benefit, while one chooses", () => {
    const { unmount } = showFoot({ before: 14.9 });
    expect(screen.getByText(/^Ilman etua/)).toHaveTextContent("Ilman etua 14,90 €");
    unmount();
    showFoot({ before: 14.9, phase: "sending" });
    expect(screen.queryByText(/^Ilman etua/)).toBeNull();
  });
});

describe("toppings", () => {
  const model = demoModel("3002");
  /** Leaves so many ingredients in the kitchen that can be added. */
  const withAddable = (count: number): Model => {
    const rows = [...model.rows.values()].filter(
      ({ id, categoryId }) => categoryId === "toppings" && !model.recipe.has(id) && !model.slots.has(id),
    );
    return { ...model, rows: new Map(rows.slice(0, count).map((row) => [row.id, row])) };
  };
  const showMore = (of: Model, story = NO_STORY) =>
    show(<MoreToppings model={of} build={recipeBuild(of)} story={story} send={send} />);
  const showAll = (of: Model, build: Build = recipeBuild(of)) =>
    show(<Toppings model={of} build={build} touched={[]} story={NO_STORY} error={null} send={send} />);

  test("from sixteen on there is a field to find one", () => {
    const { unmount } = showMore(withAddable(15));
    expect(screen.queryByRole("searchbox")).toBeNull();
    unmount();
    showMore(withAddable(16));
    expect(screen.getByRole("searchbox")).toBeVisible();
  });

  test("what is not found is said by its own word", () => {
    showMore(model);
    const find = (term: string) =>
      fireEvent.change(screen.getByRole("searchbox"), { target: { value: term } });
    find(" hauki ");
    expect(screen.getByRole("status")).toHaveTextContent("Ei täytteitä haulla hauki");
    find("pepperon");
    expect(screen.getByRole("status")).toHaveTextContent("3 täytettä");
  });

  test("the editors' words of spices stand in their group", async () => {
    const content = {
      ingredient_category_description: [{ ingredientCategory: "spices", description: "Ripaus." }],
    };
    showMore(model, productStoryOf({ slug: "x", version: "published", updatedAt: "", content }));
    await userEvent.click(screen.getByText("Mausteet"));
    expect(screen.getByText("Ripaus.")).toBeVisible();
  });

  test("a price is said from a cent on, and nothing of what is free", () => {
    const lines = ["1404", "1601"].flatMap((id) => model.rows.get(id) ?? []);
    show(
      <ul>
        {lines.map((row) => (
          <IngredientLine
            key={row.id}
            {...lineOf(model, recipeBuild(model), row)}
            price={row.price}
            send={send}
          />
        ))}
      </ul>,
    );
    expect(screen.getAllByRole("listitem").map((line) => /\+.*€/.exec(words(line) ?? "")?.[0])).toEqual([
      "+ 0,80 €",
      undefined,
    ]);
  });

  test("what is on a bare base, and only there, is asked for", () => {
    const { unmount } = showAll(model);
    expect(screen.queryByText(/^Tyhjä pohja/)).toBeNull();
    expect(screen.queryByText(/^Ruokalistan alkaen-hinnassa/)).toBeNull();
    unmount();
    showAll(demoModel("3900"));
    expect(screen.getByText("Tyhjä pohja odottaa. Valitse täytteet alta.")).toBeVisible();
    expect(screen.getByText(/^Ruokalistan alkaen-hinnassa/)).toBeVisible();
  });

  test.each([
    [{ worth: 5 }, "Täytteitä kuuluu hintaan 5,00 € edestä."],
    [{ doses: 6, special: 3 }, "Hintaan kuuluu 6 täytettä tai 2 erikoistäyte."],
  ])("what of them the price holds is said: %j", (includedToppings, said) => {
    const { product } = demoModel("3900");
    const ingredientMeta = { ...product.ingredientMeta, includedToppings };
    showAll({ ...demoModel("3900"), product: { ...product, ingredientMeta } });
    expect(screen.getByText((text) => text.replaceAll("\u00a0", " ") === said)).toBeVisible();
  });
});

test("what finishes a pizza has no heading over nothing, and no words where nothing is said", () => {
  const showUpsells = (id: string) => {
    const model = demoModel(id);
    const props = { model, build: recipeBuild(model), isVegan: false, story: NO_STORY, send };
    return show(<Upsells {...props} />);
  };
  const { container, unmount } = showUpsells("3001");
  expect(screen.getAllByRole("group").flatMap((group) => group.getAttribute("data-slot") ?? [])).toEqual([
    "doubleCheese",
    "dipUpsell",
  ]);
  expect(container.querySelector("p.quiet")).toBeNull();
  unmount();
  expect(showUpsells("3012").container).toBeEmptyDOMElement();
});

describe("the picture", () => {
  const showStage = (id: string) => {
    const model = demoModel(id);
    show(<Stage model={model} build={recipeBuild(model)} ref={null} />);
  };

  test("has the chosen dough under it, where there are several", () => {
    showStage("3900");
    expect(screen.getByRole("list", { name: "Muutokset reseptiin" })).toHaveTextContent("Ohut pizzapohja");
  });

  test("of what has one dough has nothing under it while nothing is changed", () => {
    showStage("3018");
    expect(screen.queryByRole("list")).toBeNull();
  });

  test("stays as a bar once it is scrolled out of sight, and not before it came into it", () => {
    let report: (entries: Partial<IntersectionObserverEntry>[]) => void = () => {};
    class Observer {
      observe = vi.fn<() => void>();
      disconnect = vi.fn<() => void>();
      constructor(callback: typeof report) {
        report = callback;
      }
    }
    vi.stubGlobal("IntersectionObserver", Observer);
    const model = demoModel("3001");
    const stage = { current: document.body };
    const { container } = show(<Bar model={model} build={recipeBuild(model)} stage={stage} />);
    const seen = (isIntersecting: boolean, top: number) => {
      act(() => report([{ isIntersecting, boundingClientRect: new DOMRect(0, top) }]));
      return container.querySelector("[data-past]") !== null;
    };
    expect([seen(true, -10), seen(false, 900), seen(false, -300), seen(true, -10)]).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });
});

describe("the details", () => {
  const showDetails = (model: Model) => show(<Details model={model} build={recipeBuild(model)} asked={0} />);

  test("name all that a hundred grams hold", async () => {
    showDetails(demoModel("3001"));
    await userEvent.click(screen.getByText("Ravintotiedot"));
    expect(screen.getAllByRole("rowheader").map(words)).toEqual([
      "Energia",
      "Rasva",
      "josta tyydyttynyttä",
      "Hiilihydraatit",
      "josta sokereita",
      "Proteiini",
      "Suola",
    ]);
  });

  test("name each allergen, or say that none is marked", () => {
    const { unmount } = showDetails(demoModel("3001"));
    expect(screen.getByText(/^Allergeenit/)).toHaveTextContent("Allergeenit: gluteeni, maito.");
    unmount();
    const { product } = demoModel("3022");
    const rows = new Map([...demoModel("3022").rows].map(([id, row]) => [id, { ...row, allergens: [] }]));
    showDetails({ ...demoModel("3022"), rows, product: { ...product, ownAllergens: [] } });
    expect(screen.getByText("Ei merkittyjä allergeeneja.")).toBeVisible();
  });

  test("without the editors' figures say that there are none of the climate", async () => {
    showDetails(demoModel("3001"));
    await userEvent.click(screen.getByText("Ilmastolaskuri"));
    expect(screen.getByText("Ilmastotietoja ei ole saatavilla.")).toBeVisible();
  });
});
