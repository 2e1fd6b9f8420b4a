/** Every operation with hostile input in each of its places. */
import type { Operation } from "@/lib/contract/operation";
import { put, type RequestInput as Input } from "../attacker/attack";
import { usualRequest } from "../attacker/attacks";
import { fieldsOf } from "../attacker/operation-fields";
import type { Tenant } from "../attacker/tenants";
import type { HttpRequest } from "./server";
import { hostileTexts, hostileValues } from "./values";

/** Node accepts headers of 16 kB. */
const MAX_LENGTH_IN_HEAD = 12_000;

export type Hostile = { place: string; kind: string; sent: HttpRequest };
export type Sizes = { body: number; kinds?: readonly string[] };

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

function pathOf(op: Operation, { params, query }: Input): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "x")));
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The longest beginning of a text that fits into a header after encoding. */
function fitting(text: string): string {
  const validText = text.toWellFormed();
  const size = encodeURIComponent(validText).length;
  return validText
    .slice(0, Math.floor((validText.length * MAX_LENGTH_IN_HEAD) / Math.max(size, MAX_LENGTH_IN_HEAD)))
    .toWellFormed();
}

function* inHead(op: Operation, usual: Input, headers: HttpRequest["headers"], sizes: Sizes): Generator<Hostile> {
  const fields = fieldsOf(op).filter(({ part }) => part !== "body");
  const body = op.method === "GET" ? undefined : json(usual.body);
  for (const field of fields)
    for (const [kind, text] of ofFields(selectKinds(hostileTexts(MAX_LENGTH_IN_HEAD), sizes))) {
      const path = pathOf(op, put(usual, field, fitting(text)));
      yield { place: `${field.part} ${field.path.join(".")}`, kind, sent: { method: op.method, path, headers, body } };
    }
}

/** The inputs for a single field. The functions that read it get every kind of text separately (functions.ts). */
const OF_FIELDS = [
  "letters",
  "digits",
  "an address of slashes",
  "backslashes",
  "spaces on both sides",
  "line breaks",
  "nested JSON",
  "many parameters",
  "commas",
  "secret names",
  "percent",
  "dot segments",
  "stars",
  "an email without an end",
  "emoji",
  "halves of surrogates",
  "NUL characters",
];

const selectKinds = <T>(inputs: Record<string, T>, { kinds }: Sizes): [string, T][] =>
  Object.entries(inputs).filter(([kind]) => !kinds || kinds.includes(kind));

const ofFields = (texts: [string, string][]): [string, string][] => texts.filter(([kind]) => OF_FIELDS.includes(kind));

function* inBody(op: Operation, usual: Input, headers: HttpRequest["headers"], sizes: Sizes): Generator<Hostile> {
  const target = { method: op.method, path: pathOf(op, usual), headers };
  const texts = selectKinds(hostileTexts(sizes.body), sizes);
  const values = selectKinds(hostileValues(sizes.body), sizes);
  for (const [kind, text] of texts) yield { place: "the body", kind, sent: { ...target, body: Buffer.from(text) } };
  for (const [kind, value] of values) yield { place: "the body", kind, sent: { ...target, body: json(value) } };
  for (const field of fieldsOf(op).filter(({ part }) => part === "body"))
    for (const [kind, text] of ofFields(texts)) {
      const body = json(put(usual, field, text).body);
      yield { place: `body ${field.path.join(".")}`, kind, sent: { ...target, body } };
    }
  // Places of free-form objects, and what a schema foresees as a list or a number.
  for (const name of Object.keys(usual.body))
    for (const [kind, value] of values)
      yield { place: `body ${name}`, kind, sent: { ...target, body: json({ ...usual.body, [name]: value }) } };
}

/** All hostile requests of an operation, by a tenant about its own things. */
export function* hostileRequests(op: Operation, tenant: Tenant, sizes: Sizes): Generator<Hostile> {
  const usual = usualRequest(op, tenant);
  const headers = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
    origin: "http://localhost:3000",
    ...(op.auth === "session" || op.auth === "user" ? tenant.bySession : tenant.byKey),
  };
  yield* inHead(op, usual, headers, sizes);
  if (op.method !== "GET" && op.method !== "DELETE") yield* inBody(op, usual, headers, sizes);
}
