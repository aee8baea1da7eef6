/**
 * Calls as the API's document knows them: a path that is not in it, a parameter or a body that does not fit, and an answer
 * read as something else fail `tsc`. `get` and its like only describe a call; `client.ts` and the live client make it.
 */
import type { paths } from "./schema";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths of the document that take a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<M, object> ? P : never;
}[keyof paths];

/** A call that is ready to be made. */
export interface ApiCall<Answer> {
  readonly method: Uppercase<Method>;
  /** The path with its parameters, and the query. */
  readonly path: string;
  /** What is sent as JSON; `undefined` where the call has no body. */
  readonly body: unknown;
  /** The answer in the body of a success. */
  read(body: unknown): Answer;
}

type PathParams<Operation> = Operation extends { parameters: { path: infer Values extends object } }
  ? { path: Values }
  : { path?: never };

type QueryParams<Operation> = Operation extends { parameters: { query?: infer Values extends object } }
  ? { query?: Values }
  : { query?: never };

type Body<Operation> = Operation extends { requestBody: { content: { "application/json": infer Value } } }
  ? { body: Value }
  : { body?: never };

type Params<Operation> = PathParams<Operation> & QueryParams<Operation> & Body<Operation>;

/** What a call takes besides its path; nothing need be given where the operation asks for nothing. */
type Rest<Operation> =
  Record<string, never> extends Params<Operation>
    ? [params?: Params<Operation>]
    : [params: Params<Operation>];

type Answered<Status extends number, Answer> = {
  responses: { [S in Status]: { content: { "application/json": Answer } } };
};

type AnswerOf<Operation> =
  Operation extends Answered<200, infer Answer>
    ? Answer
    : Operation extends Answered<201, infer Made>
      ? Made
      : undefined;

interface AnyParams {
  path?: object;
  query?: object;
  body?: unknown;
}

/** A call that reads. */
export function get<P extends PathOf<"get">>(
  path: P,
  ...rest: Rest<paths[P]["get"]>
): ApiCall<AnswerOf<paths[P]["get"]>> {
  return describe("GET", path, rest);
}

/** A call that changes something. */
export function post<P extends PathOf<"post">>(
  path: P,
  ...rest: Rest<paths[P]["post"]>
): ApiCall<AnswerOf<paths[P]["post"]>> {
  return describe("POST", path, rest);
}

/** A call that puts something whole in the place of what was. */
export function put<P extends PathOf<"put">>(
  path: P,
  ...rest: Rest<paths[P]["put"]>
): ApiCall<AnswerOf<paths[P]["put"]>> {
  return describe("PUT", path, rest);
}

/** A call that changes a part of something. */
export function patch<P extends PathOf<"patch">>(
  path: P,
  ...rest: Rest<paths[P]["patch"]>
): ApiCall<AnswerOf<paths[P]["patch"]>> {
  return describe("PATCH", path, rest);
}

/** A call that takes something away. */
export function remove<P extends PathOf<"delete">>(
  path: P,
  ...rest: Rest<paths[P]["delete"]>
): ApiCall<AnswerOf<paths[P]["delete"]>> {
  return describe("DELETE", path, rest);
}

/** The same call, of whose answer only a part is wanted. */
export function pick<Answer, Part>(call: ApiCall<Answer>, part: (answer: Answer) => Part): ApiCall<Part> {
  return { ...call, read: (body) => part(call.read(body)) };
}

function describe<Answer>(
  method: Uppercase<Method>,
  template: string,
  [{ path = {}, query = {}, body } = {}]: readonly (AnyParams | undefined)[],
): ApiCall<Answer> {
  const values = new Map<string, unknown>(Object.entries(path));
  const filled = template.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  // The one place where the server's answer is taken for what the document says of it.
  const read = (answer: unknown) => answer as Answer;
  return { method, path: text === "" ? filled : `${filled}?${text}`, body, read };
}
