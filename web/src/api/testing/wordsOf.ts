import { readFileSync } from "node:fs";
import type { MessageCode } from "../wire";

/** The server's own words for a code, as its document has them. */
export function wordsOf(code: MessageCode): string {
  const document = readFileSync("src/api/openapi.json", "utf8");
  const at = document.indexOf(`"messageCode": "${code}"`);
  return /"message": "([^"]*)",\s*$/.exec(document.slice(0, at))?.[1] ?? "";
}
