/** What holds of every product of the demo chain, whatever somebody presses. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { demoModel, PRODUCTS } from "../testing/menu";
import {
  applied,
  type Build,
  type BuildEvent,
  buildOf,
  buildOfKept,
  dosesOf,
  dosesOn,
  isSame,
  type Model,
  recipeBuild,
  refusalToAdd,
  resized,
  toppingsOn,
} from ".";

/** Presses by number, so that they mean something for any model: the same number finds another ingredient in each. */
const press = fc.record({
  kind: fc.constantFrom("add", "add", "remove", "choose"),
  at: fc.nat(),
  field: fc.nat(3),
});
type Press = typeof press extends fc.Arbitrary<infer Value> ? Value : never;
const sized = fc.constantFrom(
  ...PRODUCTS.flatMap(({ productId, sizes }) => sizes.map(({ sizeId }) => ({ productId, sizeId }))),
);

function eventOf(model: Model, { kind, at, field }: Press): BuildEvent {
  const ids = [...model.rows.keys()];
  const ingredientId = ids[at % ids.length] ?? "";
  if (kind === "add" || kind === "remove") return { type: kind, ingredientId };
  const slots = model.product.ingredientSlots;
  const slot = slots[at % Math.max(1, slots.length)];
  const options = [null, ...(slot?.options.map(({ id }) => id) ?? [])];
  return {
    type: "choose",
    slotId: slot?.id ?? "",
    field,
    ingredientId: options[at % options.length] ?? null,
  };
}

function pressed(model: Model, presses: readonly Press[]): Build[] {
  const builds = [recipeBuild(model)];
  for (const one of presses)
    builds.push(applied(model, builds.at(-1) ?? recipeBuild(model), eventOf(model, one)));
  return builds;
}

function anyBuild(check: (model: Model, builds: Build[]) => void) {
  fc.assert(
    fc.property(sized, fc.array(press, { maxLength: 60 }), ({ productId, sizeId }, presses) => {
      const model = demoModel(productId, sizeId);
      check(model, pressed(model, presses));
    }),
  );
}

describe("whatever is pressed", () => {
  // spec: CA-61
  it("there are never more toppings than twenty", () => {
    anyBuild((model, builds) => {
      for (const build of builds) expect(toppingsOn(model, build)).toBeLessThanOrEqual(20);
    });
  });

  // spec: CA-62, CA-64
  it("each ingredient has no more and no fewer doses than it may", () => {
    anyBuild((model, builds) => {
      const build = builds.at(-1) ?? recipeBuild(model);
      const wrong = [...model.rows.values()].filter(({ id, minQuantity, maxQuantity }) => {
        const doses = dosesOn(model, build, id);
        const mustBe = doses > 0 || (model.recipe.has(id) && !model.slots.has(id));
        return doses > maxQuantity || (mustBe && doses < minQuantity);
      });
      expect(wrong).toEqual([]);
    });
  });

  // spec: CA-56, CA-60, CA-63
  it("outside slots nothing is added that may not be", () => {
    anyBuild((model, builds) => {
      const { editable, restrictedModification } = model.product;
      const added = dosesOf(model, builds.at(-1) ?? recipeBuild(model)).flatMap(
        ({ ingredientId, quantity }) => {
          const isAdded = quantity > (model.recipe.get(ingredientId) ?? 0) && !model.slots.has(ingredientId);
          return (isAdded && model.rows.get(ingredientId)) || [];
        },
      );
      const wrong = added.filter(
        (row) =>
          !editable ||
          ["dough", "baseSauce", "cheese"].includes(row.categoryId) ||
          row.isRecipeOnlyIngredient ||
          (restrictedModification && row.categoryId !== "spices"),
      );
      expect(wrong).toEqual([]);
    });
  });

  it("what is added and taken away again leaves nothing behind", () => {
    anyBuild((model, builds) => {
      const before = builds.at(-1) ?? recipeBuild(model);
      for (const ingredientId of model.rows.keys()) {
        if (refusalToAdd(model, before, ingredientId) !== null) continue;
        const added = applied(model, before, { type: "add", ingredientId });
        expect(isSame(model, added, before)).toBe(false);
        expect(isSame(model, applied(model, added, { type: "remove", ingredientId }), before)).toBe(true);
      }
    });
  });

  // spec: PD-21, CA-55
  it("another size keeps every dose, or names it", () => {
    fc.assert(
      fc.property(
        sized,
        sized,
        fc.array(press, { maxLength: 40 }),
        ({ productId, sizeId }, other, presses) => {
          const sizes = PRODUCTS.find((one) => one.productId === productId)?.sizes ?? [];
          const to = demoModel(productId, sizes[Number(other.sizeId) % sizes.length]?.sizeId);
          const from = demoModel(productId, sizeId);
          const build = pressed(from, presses).at(-1) ?? recipeBuild(from);
          const { build: next, dropped } = resized(from, to, build);
          for (const { ingredientId, quantity } of dosesOf(from, build)) {
            const name = from.rows.get(ingredientId)?.name ?? "";
            const isKept = dosesOn(to, next, ingredientId) === quantity;
            expect(isKept).toBe(!dropped.includes(name));
          }
          expect(next.quantity).toBe(build.quantity);
        },
      ),
    );
  });

  it("what was kept of a build is the same build, field by field, however often it is taken up", () => {
    anyBuild((model, builds) => {
      const build = builds.at(-1) ?? recipeBuild(model);
      const kept = JSON.parse(JSON.stringify(build)) as Build;
      const again = buildOfKept(model, kept);
      expect(again.slots).toEqual(build.slots);
      expect(dosesOf(model, again)).toEqual(dosesOf(model, build));
      expect(buildOfKept(model, again)).toEqual(again);
    });
  });

  it("of what was kept, what a model does not know is left out, and all else stays", () => {
    anyBuild((model, builds) => {
      const build = builds.at(-1) ?? recipeBuild(model);
      const [gone] = dosesOf(model, build);
      if (!gone) return;
      const rows = new Map([...model.rows].filter(([id]) => id !== gone.ingredientId));
      const next = buildOfKept({ ...model, rows }, build);
      expect(dosesOn(model, next, gone.ingredientId)).toBe(0);
      const others = dosesOf(model, build).filter(({ ingredientId }) => ingredientId !== gone.ingredientId);
      for (const { ingredientId, quantity } of others)
        expect(dosesOn(model, next, ingredientId)).toBe(quantity);
    });
  });

  it("a build is known again by its doses", () => {
    anyBuild((model, builds) => {
      const build = builds.at(-1) ?? recipeBuild(model);
      expect(isSame(model, buildOf(model, dosesOf(model, build)), build)).toBe(true);
    });
  });
});
