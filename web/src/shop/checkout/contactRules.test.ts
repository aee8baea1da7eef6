import { expect, test } from "vitest";
import { NEW_ORDER } from "../cart/order";
import { faultsOf } from "./contactRules";

const address = {
  streetAddress: "Liisankatu 12",
  apartmentNumber: "",
  city: "Helsinki",
  zipCode: "00170",
  latitude: 60.17,
  longitude: 24.95,
  extraInfo: "",
};
const good = { ...NEW_ORDER.contact, name: "Aino", phone: "040 123 4567", email: "aino@example.fi", address };

// spec: CK-24, CK-27, CK-30, CK-31
test.each([
  [{}, {}],
  [{ name: " " }, { name: "required" }],
  [{ phone: "" }, { phone: "required" }],
  [{ phone: "040" }, { phone: "short" }],
  [{ phone: "+358 40-123 4567" }, {}],
  [{ phone: "12345" }, {}],
  [{ phone: "040 123 4567 890 12" }, { phone: "long" }],
  [{ phone: "040 12x" }, { phone: "invalid" }],
  [{ email: "" }, { email: "required" }],
  [{ email: "aino" }, { email: "invalid" }],
  [{ phone: "+-- --" }, { phone: "short" }],
  [{ phone: "\u202d040 123 4567\u202c" }, {}],
  [{ email: "aino@kotona" }, { email: "invalid" }],
  [{ email: "aino@mäkelä.fi" }, {}],
  [{ email: "a@b..fi" }, { email: "invalid" }],
  [{ email: "a,c@d.fi" }, { email: "invalid" }],
  [{ email: "aino@.fi" }, { email: "invalid" }],
  [{ email: "aino@example.fi." }, { email: "invalid" }],
  [{ email: `${"a".repeat(250)}@example.fi` }, { email: "invalid" }],
  [{ address: null }, { address: "required" }],
  [{ address: { ...address, streetAddress: "Liisankatu" } }, { address: "invalid" }],
  [{ address: { ...address, zipCode: "0017" } }, { address: "invalid" }],
])("of %j is wrong: %j", (change, faults) => {
  expect(faultsOf({ ...good, ...change }, true)).toEqual(faults);
});

test("only a delivery needs an address", () => {
  expect(faultsOf({ ...good, address: null }, false)).toEqual({});
});
