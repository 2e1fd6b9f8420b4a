/** The operations that a guide names, and one hash for the form of all of them. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { GUIDES } from "../../lib/contract/guides";
import type { Operation } from "../../lib/contract/operation";

/** A path in a guide, with the method if it is before it: `POST /api/v3/auth_configs`, `$BASE/api/v3/files/list`. */
const PATH = /(?:\b(GET|POST|PUT|PATCH|DELETE) )?(?:https?:\/\/[^\s/`'"]+|\$\w+)?((?:\/[\w.{}$-]+)+)/g;
/** Words of a block of code that name an operation by its id. */
const ID = /^\s*```\w+ .*?\b(?:body|answer)=([\w.]+)/gm;

/** Guides that somebody reads again when an operation changes: all but the page that a program writes. */
export const readGuides = GUIDES.filter(({ file }) => file !== "reference/compatibility.md");

const API = "/api/v3";
const isPlace = (segment: string): boolean => segment.startsWith("{");

/** `/tools/{slug}.` as the API writes it: with its version, and without the end of a sentence. */
function toApiPath(text: string): string {
  const path = text.replace(/\.+$/, "").replace(/^\/api\/v3\.1\//, `${API}/`);
  return path.startsWith("/api/") || path.startsWith("/v3/") ? path : API + path;
}

/** How many segments are the same words; undefined if the path is of another operation. */
function countSameSegments({ path }: Operation, text: string): number | undefined {
  const [segments, others] = [path.split("/"), text.split("/")];
  if (segments.length !== others.length) return undefined;
  if (segments.some((segment, index) => !isPlace(segment) && segment !== others[index])) return undefined;
  return segments.filter((segment) => !isPlace(segment)).length;
}

function findByPath(operations: readonly Operation[], method: string | undefined, text: string): Operation[] {
  const path = toApiPath(text);
  const fits = operations.flatMap((operation) => {
    const count = countSameSegments(operation, path);
    return count === undefined || (method && method !== operation.method) ? [] : [{ operation, count }];
  });
  const most = Math.max(...fits.map(({ count }) => count));
  return fits.filter(({ count }) => count === most).map(({ operation }) => operation);
}

/** In the order of their ids, each once. */
export function findNamedOperations(markdown: string, operations: readonly Operation[]): Operation[] {
  const byPath = [...markdown.matchAll(PATH)].flatMap(([, method, path = ""]) => findByPath(operations, method, path));
  const ids = [...markdown.matchAll(ID)].map(([, id]) => id);
  const named = new Set([...byPath, ...operations.filter(({ id }) => ids.includes(id))]);
  return [...named].sort((left, right) => (left.id < right.id ? -1 : 1));
}

const schemaOf = (schema: z.ZodType | undefined, io: "input" | "output"): unknown =>
  schema ? z.toJSONSchema(schema, { io, unrepresentable: "any" }) : null;

/** The parts that callers depend on. A guide stays true if only a description changes. */
const toForm = ({ id, method, path, auth, permission, status = 200, ...schemas }: Operation): unknown => ({
  ...{ id, method, path, auth, permission, status },
  params: schemaOf(schemas.params, "input"),
  query: schemaOf(schemas.query, "input"),
  body: schemaOf(schemas.body, "input"),
  response: schemaOf(schemas.response, "output"),
});

const withoutWords = (key: string, value: unknown): unknown =>
  key === "description" && typeof value === "string" ? undefined : value;

/** Twelve characters for the form of the operations; undefined for an empty list. */
export function hashForm(operations: readonly Operation[]): string | undefined {
  if (operations.length === 0) return undefined;
  const text = JSON.stringify(operations.map(toForm), withoutWords);
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
