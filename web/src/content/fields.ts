/** Reads what editors wrote: a story comes from another system, so nothing of its form is taken for granted. */

/** A block of a story. */
export interface Block {
  uid: string;
  component: string;
  fields: Fields;
}

/** The fields of a block or story. */
export type Fields = Readonly<Record<string, unknown>>;

/** A text; empty where there is none. Files and links come as themselves or inside an object. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value.trim();
  if (!isFields(value)) return "";
  return textOf(value, "filename") || textOf(value, "url") || textOf(value, "cached_url");
}

/** Whether a switch is on; `fallback` where nobody has touched it. */
export function isOn(fields: Fields, name: string, fallback: boolean): boolean {
  const value = fields[name];
  return typeof value === "boolean" ? value : fallback;
}

/** A list of objects, without what is none. */
export function listOf(fields: Fields, name: string): Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter(isFields) : [];
}

/** A list of texts and numbers, as texts. */
export function namesOf(fields: Fields, name: string): string[] {
  const value = fields[name];
  return Array.isArray(value)
    ? value.filter((one) => typeof one === "string" || typeof one === "number").map(String)
    : [];
}

/** One object; `null` where there is none. Some systems keep a single block in a list. */
export function fieldsOf(fields: Fields, name: string): Fields | null {
  const value: unknown = fields[name];
  if (isFields(value)) return value;
  return listOf(fields, name)[0] ?? null;
}

/** The blocks of a list. */
export function blocksOf(fields: Fields, name: string): Block[] {
  return listOf(fields, name).map((block, index) => ({
    uid: textOf(block, "_uid") || `${name}-${index}`,
    component: textOf(block, "component"),
    fields: block,
  }));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
