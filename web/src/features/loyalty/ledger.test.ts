// @vitest-environment node
import { expect, test } from "vitest";
import type { LedgerRow } from "../../api/loyalty";
import { aRow } from "../../shop/loyalty/testing/member";
import { rowsOf, signed } from "./ledger";

// spec: LO-26, LO-27
test.each<[Partial<LedgerRow>, string]>([
  [{ reason: "order", orderId: "10234" }, "Tilaus 10234"],
  [{ reason: "refund", orderId: "10234", slices_added: -2 }, "Tilauksen 10234 hyvitys"],
  [{ reason: "refund", orderId: null, slices_added: -2 }, "Hyvitys"],
  [{ reason: "welcome", orderId: null }, "Liittymislahja"],
  [{ reason: "expired", orderId: null }, "Vanhentuneet slaissit"],
  [{ reason: "left", orderId: null }, "Jäsenyys päättyi"],
  [{ type: "slices_converted", reason: "slices", slices_added: -9 }, "Yhdeksän slaissia pizzaksi"],
  [{ type: "spin_use", reason: "spin" }, "Pyöräytys käytetty"],
  [{ type: "spin_use", reason: "newSpin", spins_added: 1 }, "Pyöräytys palasi"],
  [{ type: "benefit_add", reason: "given" }, "Uusi etukoodi"],
  [{ type: "benefit_add", reason: "returned" }, "Etukoodi palasi"],
  [{ type: "benefit_use", reason: "order", orderId: "10234" }, "Etukoodi käytetty · Tilaus 10234"],
  [{ type: "benefit_deprecated", reason: "expired", slices_added: 0 }, "Etukoodi päättyi"],
  [{ type: "benefit_deprecated", reason: "refund", slices_added: 9 }, "Pizzan koodi peruttiin"],
  [{ type: "lahja_2031", reason: "lahja" }, "Muutos"],
])("%j is called %j", (row, text) => {
  expect(rowsOf([aRow(row)])).toMatchObject([{ text }]);
});

test("a row says by how much slices and spins have moved", () => {
  const spin = aRow({ type: "spin_use", reason: "spin", slices_added: 0, spins_added: -1 });
  const order = aRow({ slices_added: 4, spins_added: 2 });
  expect(rowsOf([spin, order]).map(({ slices, spins }) => [slices, spins])).toEqual([
    [0, -1],
    [4, 2],
  ]);
  expect([2, -9].map(signed)).toEqual(["+2", "−9"]);
});
