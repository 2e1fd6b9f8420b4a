/**
 * A toolkit's request for the signed-in user: the paths of name, email and id in the answer, and the answers that mean
 * that credentials are wrong, or right without further information.
 */
import { z } from "zod";
import { AuthMode } from "./toolkit-auth-scheme";

/**
 * Keys and places of lists, joined by dots: `user.name`, `0.id`. Several values are joined: `first_name + last_name`.
 */
const AnswerPath = z
  .string()
  .regex(
    /^[A-Za-z0-9_@$:/-]+(\.[A-Za-z0-9_@$:/-]+){0,5}( \+ [A-Za-z0-9_@$:/-]+(\.[A-Za-z0-9_@$:/-]+){0,5}){0,2}$/,
    "write it as user.name, 0.id, or first_name + last_name",
  );

/** The first path with a value counts. An empty list: the answer does not contain it. */
const Paths = z.union([AnswerPath.transform((path) => [path]), z.array(AnswerPath).max(5)]);

/** An answer with a special meaning. All named conditions must hold. */
const AnswerRule = z
  .strictObject({
    status: z
      .union([
        z
          .number()
          .int()
          .transform((status) => [status]),
        z.array(z.number().int()),
      ])
      .optional(),
    /** The path of the deciding text; `$body` for the whole answer, which need not be JSON. */
    at: AnswerPath.optional(),
    /** The whole text; small and capital letters are the same. */
    is: z.array(z.string().min(1)).min(1).optional(),
    /** A part of the text. */
    has: z.array(z.string().min(1)).min(1).optional(),
  })
  .refine(
    ({ status, at: path }) => status !== undefined || path !== undefined,
    "name a status or a place in the answer",
  )
  .refine(
    ({ at: path, is, has }) => (path === undefined) === (is === undefined && has === undefined),
    "at goes with is or has",
  );
export type AnswerRule = z.infer<typeof AnswerRule>;

/** `currentUser` of a toolkit file. */
export const CurrentUserEntry = z
  .strictObject({
    method: z.enum(["GET", "POST"]).default("GET"),
    /**
     * On the toolkit's base URL, or absolute on one of its hosts; can contain `{field}` placeholders of the connection.
     */
    path: z.string().min(1),
    headers: z.record(z.string(), z.string()).optional(),
    /** Sent as JSON, for instance a GraphQL query. */
    body: z.json().optional(),
    /** The schemes that may be asked for; absent = all. */
    schemes: z.array(AuthMode).min(1).optional(),
    /** Asked only if values of the connection begin so: field to its beginning. */
    prefixes: z.record(z.string(), z.string().min(1)).optional(),
    name: Paths.optional(),
    email: Paths.optional(),
    id: Paths.optional(),
    /** Answers that mean wrong credentials, besides 401. */
    refused: z.array(AnswerRule).optional(),
    /** Answers that mean right credentials, besides 2xx and 403; these come first. */
    accepted: z.array(AnswerRule).optional(),
  })
  .refine(({ method, body }) => body === undefined || method === "POST", "only a POST has a body");

/** The compiled rules, except the address. */
export type CurrentUserRules = Omit<z.output<typeof CurrentUserEntry>, "method" | "path">;

type Entry = z.output<typeof CurrentUserEntry>;

/** The compiled facts of a toolkit file's entry. */
export function compileCurrentUser(entry: Entry | undefined): {
  endpoint?: { currentUserEndpoint: string };
  meta?: { currentUserMethod: string; currentUser?: CurrentUserRules };
} {
  if (!entry) return {};
  const { method, path, ...rules } = entry;
  return {
    endpoint: { currentUserEndpoint: path },
    meta: { currentUserMethod: method, ...(Object.keys(rules).length > 0 && { currentUser: rules }) },
  };
}
