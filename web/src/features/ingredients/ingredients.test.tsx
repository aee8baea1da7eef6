import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { serve } from "../../api/testing/server";
import type { ListedIngredient } from "../../api/wire";
import { groupsOf } from "./groups";
import { Component as IngredientsPage } from "./IngredientsPage";

const anIngredient = (change: Partial<ListedIngredient> = {}): ListedIngredient => ({
  id: "1301",
  name: "Kinkku",
  categoryId: "toppings",
  isListedOnIngredientPage: true,
  diets: [],
  summaryDescription: "Palvattu kotimaassa.",
  description: "Lepän savussa kolme tuntia.",
  ...change,
});

// spec: MN-40
test("each category has its fold", () => {
  const categories = [
    "baseSauce",
    "cheese",
    "dip",
    "dough",
    "drinks",
    "iceCream",
    "toppings",
    "sauces",
    "snacks",
    "spices",
  ];
  const groups = groupsOf(categories.map((categoryId, id) => anIngredient({ id: `${id}`, categoryId })));
  expect(groups.map(({ name }) => name).toSorted()).toEqual([
    "Dipit",
    "Juomat",
    "Juustot",
    "Jäätelöt",
    "Kastikkeet",
    "Mausteet",
    "Naposteltavat",
    "Pohjakastikkeet",
    "Pohjat",
    "Täytteet",
  ]);
});

// spec: MN-40
test("ingredients stand in their categories by name, and only what may be listed", () => {
  const groups = groupsOf([
    anIngredient({ name: "Ääkkönen", id: "1" }),
    anIngredient({ name: "Zucchini", id: "2" }),
    anIngredient({ name: "Ananas", id: "3" }),
    anIngredient({ name: "Salainen", id: "4", isListedOnIngredientPage: false }),
    anIngredient({ name: "Tomaattikastike", id: "5", categoryId: "baseSauce" }),
  ]);
  expect(groups.map(({ name, ingredients }) => [name, ingredients.map((one) => one.name)])).toEqual([
    ["Pohjakastikkeet", ["Tomaattikastike"]],
    ["Täytteet", ["Ananas", "Zucchini", "Ääkkönen"]],
  ]);
});

// spec: MN-40, MN-41
test("an ingredient opens a dialog with what is told of it", async () => {
  serve({ "GET /api/commerce/v2/ingredients": { status: 200, body: [anIngredient()] } });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <IngredientsPage />
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByText("Täytteet"));
  await userEvent.click(screen.getByRole("button", { name: "Kinkku" }));
  expect(screen.getByRole("dialog", { name: "Kinkku" })).toHaveTextContent(
    "Palvattu kotimaassa.Lepän savussa kolme tuntia.",
  );
});
