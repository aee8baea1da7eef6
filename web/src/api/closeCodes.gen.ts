// Generated from openapi.json by `npm run gen`; not to be edited.
import type { components } from "./schema";

/** Why the server closes a line, and what its client is to do. */
export const closeRows: readonly components["schemas"]["CloseRow"][] = [
  {"afterSeconds":[0,0],"code":1000,"reason":"done","then":"backOff"},
  {"afterSeconds":[0,0],"code":1001,"reason":"away","then":"backOff"},
  {"afterSeconds":[0,0],"code":1008,"reason":"policy","then":"never"},
  {"afterSeconds":[0,0],"code":1009,"reason":"too big","then":"never"},
  {"afterSeconds":[0,5],"code":1012,"reason":"node leaving","then":"spread"},
  {"afterSeconds":[0,0],"code":4408,"reason":"too slow","then":"backOff"},
  {"afterSeconds":[10,30],"code":4429,"reason":"too many connections","then":"spread"},
];
