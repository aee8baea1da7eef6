/** A small part of Markdown, without HTML: headings, lists, emphasis, links. Pure. */

/** A piece of a line. */
export type Inline =
  | { kind: "text"; text: string }
  | { kind: "strong" | "em"; parts: Inline[] }
  | { kind: "link"; url: string; parts: Inline[] };

/** A block of a text. */
export type Part =
  | { kind: "heading"; level: 2 | 3; parts: Inline[] }
  | { kind: "paragraph"; lines: Inline[][] }
  | { kind: "list"; isOrdered: boolean; items: Inline[][] };

const ITEM = /^\s*(?:[-*+]|(\d+)[.)])\s+/;
const HEADING = /^(#{1,6})\s+/;

/** The parts of a text. */
export function partsOf(markdown: string): Part[] {
  return markdown
    .replaceAll("\r\n", "\n")
    .split(/\n\s*\n|\n(?=#{1,6}\s)|(?<=^#{1,6}\s.*)\n/m)
    .map((chunk) => chunk.trim())
    .filter(Boolean)
    .map(partOf);
}

function partOf(chunk: string): Part {
  const lines = chunk.split("\n");
  const first = lines[0] ?? "";
  const heading = HEADING.exec(first);
  if (heading) {
    const level = (heading[1]?.length ?? 2) <= 2 ? 2 : 3;
    return { kind: "heading", level, parts: inlinesOf(first.replace(HEADING, "")) };
  }
  const item = ITEM.exec(first);
  if (!item) return { kind: "paragraph", lines: lines.map(inlinesOf) };
  return { kind: "list", isOrdered: item[1] !== undefined, items: itemsOf(lines).map(inlinesOf) };
}

/** A line without a mark goes on with the item before it. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const last = items.length - 1;
    if (ITEM.test(line) || last < 0) items.push(line.replace(ITEM, ""));
    else items[last] = `${items[last]} ${line.trim()}`;
  }
  return items;
}

const MARKS = /\[([^\]]+)\]\(([^()\s]+)\)|\*\*([^*]+)\*\*|__([^_]+)__|\*([^*]+)\*|(?<!\w)_([^_]+)_(?!\w)/;

/** The pieces of a line. */
export function inlinesOf(text: string): Inline[] {
  const pieces: Inline[] = [];
  let rest = text;
  for (let mark = MARKS.exec(rest); mark; mark = MARKS.exec(rest)) {
    if (mark.index > 0) pieces.push({ kind: "text", text: rest.slice(0, mark.index) });
    pieces.push(marked(mark));
    rest = rest.slice(mark.index + mark[0].length);
  }
  return rest === "" ? pieces : [...pieces, { kind: "text", text: rest }];
}

function marked([, label, url, ...strongs]: RegExpExecArray): Inline {
  if (label !== undefined && url !== undefined) return { kind: "link", url, parts: inlinesOf(label) };
  const [stars, lines, star, line] = strongs;
  const strong = stars ?? lines;
  return strong === undefined
    ? { kind: "em", parts: inlinesOf(star ?? line ?? "") }
    : { kind: "strong", parts: inlinesOf(strong) };
}
