/** Every operation, held against its route file, its authentication and the published description of the API. */
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { publishedOperations } from "@/test/published/operations";
import { operations } from "./api";
import type { Operation } from "./contract/operation";
import type { Route } from "@/lib/http/api-door/define-route";

const appFolder = fileURLToPath(new URL("../app", import.meta.url));
const isRoute = (value: unknown): value is Route => typeof value === "function" && "op" in value;

type FoundRoute = { file: string; verb: string; route: Route };

async function findRoutes(): Promise<FoundRoute[]> {
  const files = readdirSync(appFolder, { recursive: true, encoding: "utf8" }).filter(
    (file) => path.basename(file) === "route.ts" && !file.includes("[..."),
  );
  const routesByFile = await Promise.all(
    files.map(async (file) => {
      const exported = (await import(pathToFileURL(path.join(appFolder, file)).href)) as Record<string, unknown>;
      return Object.entries(exported).flatMap(([verb, route]) => (isRoute(route) ? [{ file, verb, route }] : []));
    }),
  );
  return routesByFile.flat();
}

const routes = await findRoutes();
const routeOf = (op: Operation): FoundRoute | undefined => routes.find(({ route }) => route.op.id === op.id);
/** Route groups such as `(auth)` are folders without a place in the URL. */
const urlOf = (file: string): string =>
  `/${path
    .dirname(file)
    .split(path.sep)
    .filter((part) => !part.startsWith("("))
    .join("/")
    .replace(/\[(\w+)\]/g, "{$1}")}`;

type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
};

const toSchema = (type: z.ZodType, io: "input" | "output"): Schema =>
  z.toJSONSchema(type, { io, unrepresentable: "any" }) as Schema;

/** The alternatives of a schema, with references followed. */
function formsOf(schema: Schema | undefined, root: Schema): Schema[] {
  if (!schema) return [];
  if (schema.$ref) return formsOf(schema.$ref === "#" ? root : root.$defs?.[schema.$ref.split("/").at(-1) ?? ""], root);
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...(schema.properties || schema.items || inner.length === 0 ? [schema] : []),
    ...inner.flatMap((form) => formsOf(form, root)),
  ];
}

/** Whether every value that fits the schema carries the key at the dotted path; `[]` steps into a list. */
function carries(schema: Schema | undefined, root: Schema, steps: readonly string[]): boolean {
  const [step, ...rest] = steps;
  if (step === undefined) return true;
  return formsOf(schema, root).some((form) => {
    if (step === "[]") return carries(form.items, root, rest);
    return form.required?.includes(step) === true && carries(form.properties?.[step], root, rest);
  });
}

const stepsOf = (dotted: string): string[] => dotted.replaceAll("[]", ".[]").split(".").filter(Boolean);
const words = (text: string): string[] => text.split(" ").filter(Boolean);
const keysOf = (type: z.ZodType | undefined): string[] =>
  type
    ? [
        ...new Set(
          formsOf(toSchema(type, "input"), toSchema(type, "input")).flatMap((form) =>
            Object.keys(form.properties ?? {}),
          ),
        ),
      ]
    : [];

describe.each(operations)("$id", (op) => {
  it("has a route file at its path that answers its method", () => {
    const entry = routeOf(op);
    expect(entry && { url: urlOf(entry.file), verb: entry.verb }).toEqual({ url: op.path, verb: op.method });
  });

  it("parses every parameter of its path", () => {
    const named = [...op.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(keysOf(op.params).sort()).toEqual(named.sort());
  });

  it("begins with the version of the API, or is one of our own outside it", () => {
    expect(op.path.startsWith("/api/v3/") || ("own" in op && op.own)).toBe(true);
  });
});

/** Areas that keep a log of their own, which an audit trail would only repeat. */
const OWN_LOG = ["tool_execution", "proxy_execute", "files"];
/** They need the right to write because they fetch an address or compile what a caller wrote, and store nothing. */
const STORE_NOTHING = ["previewOwnToolkit", "previewAddedTool", "probeMcpServer"];
/** The log of events has what becomes of each event, with its time. */
const IN_LOG_OF_EVENTS = ["inboxes.acknowledge", "inboxes.changeVisibility"];
/** Reads that carry much away, or show what a body or a payload contains. */
const TRACED_READS = [
  ...["exportProject", "exportAuditEvents", "exportAuditChain", "exportToolLogs", "exportEvents", "exportUsage"],
  ...["logs.retrieveToolExecution", "getEvent", "logs.triggers.retrieve"],
];

describe("what an operation says of itself", () => {
  it("reads change nothing, every other change is in the audit trail", () => {
    for (const { id, method, permission, audit } of operations) {
      const [area = "", kind] = permission.split(":");
      if (method === "GET") expect(kind === "read" || kind === undefined, id).toBe(true);
      if (kind !== undefined) {
        const isTraced = (kind !== "read" && !STORE_NOTHING.includes(id)) || TRACED_READS.includes(id);
        const hasOwnLog = OWN_LOG.includes(area) || IN_LOG_OF_EVENTS.includes(id);
        expect(audit !== "none", id).toBe(isTraced && !hasOwnLog);
      }
    }
  });

  it("people without a project are asked for nothing of a project", () => {
    for (const { id, auth, permission } of operations)
      expect(auth === "user", id).toBe(permission.startsWith("profile:") && auth !== "session");
  });
});

describe("limit", () => {
  /** Inputs of lists: the field as the schema has it, and how it is asked for. */
  const limits = operations.flatMap((op) =>
    (["query", "body"] as const).flatMap((part) => {
      const input = op[part];
      const field = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>).limit : undefined;
      return field
        ? [{ id: `${op.id} (${part})`, field, told: field.meta()?.override as { maximum?: number } | undefined }]
        : [];
    }),
  );

  it.each(limits)(
    "$id: whatever is sent gives a number of rows from 1 to the most, and refuses nothing",
    ({ field, told: schemaOverride }) => {
      const most = schemaOverride?.maximum ?? 0;
      expect(most).toBeGreaterThan(0);
      const rows = (value: unknown) => field.parse(value);
      const usual = rows(undefined);
      expect(usual).toSatisfy((n) => Number.isInteger(n) && n >= 1 && n <= most);
      for (const sample of ["abc", "", null, "1e999", ["1", "2"], {}, "NaN"])
        expect(rows(sample), String(sample)).toBe(usual);
      for (const sample of [0, "0", -1, "-7", "-1000000000"]) expect(rows(sample), String(sample)).toBe(1);
      for (const sample of [1e9, "1000000000", "9999999"]) expect(rows(sample), String(sample)).toBe(most);
      expect(rows("1.9")).toBe(1);
    },
  );
});

describe("401", () => {
  const guarded = operations.filter(({ auth }) => auth !== "none" && auth !== "link");
  const call = async (op: Operation, headers: Record<string, string>) => {
    const url = `http://localhost:3000${op.path.replace(/\{\w+\}/g, "x")}`;
    const params = Object.fromEntries([...op.path.matchAll(/\{(\w+)\}/g)].map((match) => [match[1] ?? "", "x"]));
    const request = new Request(url, { method: op.method, headers, ...(op.method !== "GET" && { body: "{}" }) });
    return routeOf(op)?.route(request, { params: Promise.resolve(params) });
  };
  const attempts: [string, Record<string, string>][] = [
    ["without a credential", {}],
    ["with a key nobody has", { "x-api-key": "ak_000000000000000000000000" }],
    ["with a cookie nobody signed", { cookie: "next-auth.session-token=eyJhbGciOiJub25lIn0.e30." }],
    ["with a key of a user", { "x-user-api-key": "uak_000000000000000000000000" }],
    ["with a key of an organization", { "x-org-api-key": "oak_000000000000000000000000" }],
  ];

  it.each(guarded.flatMap((op) => attempts.map(([name, headers]) => ({ op, id: op.id, name, headers }))))(
    "$id $name",
    async ({ op, headers }) => {
      const answer = await call(op, headers);
      expect(answer?.status).toBe(401);
      const unknown = Object.keys(headers).find((name) => name.endsWith("-api-key") && name !== "x-api-key") ?? "";
      const message = expect.stringContaining(unknown) as string;
      const requestId = expect.stringMatching(/^req_/) as string;
      expect(await answer?.json()).toMatchObject(
        op.successor
          ? { status: 401, type: "UnauthorizedError", message, requestId }
          : { error: { status: 401, code: 401, message, request_id: requestId } },
      );
    },
  );
});

describe("the route files", () => {
  it("hold no v3 route that is not an operation", () => {
    const knownIds = new Set(operations.map(({ id }) => id));
    expect(routes.filter(({ route }) => !knownIds.has(route.op.id)).map(({ file, verb }) => `${verb} ${file}`)).toEqual(
      [],
    );
  });

  it("tie each operation once", () => {
    const ids = routes.map(({ route }) => route.op.id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

describe("the published description", () => {
  it("has every operation that does not call itself our own", () => {
    const published = new Set(publishedOperations.map(({ id }) => id));
    expect(operations.filter((op) => !("own" in op && op.own) && !published.has(op.id)).map(({ id }) => id)).toEqual(
      [],
    );
  });

  describe.each(publishedOperations)("$id", (published) => {
    const op = operations.find(({ id }) => id === published.id) as Operation | undefined;

    it("is served with the same method, path and status", () => {
      expect(op && { method: op.method, path: op.path, status: op.status ?? 200 }).toEqual({
        method: published.method,
        path: published.path,
        status: published.status,
      });
    });

    it("takes every published parameter, and asks for no other", () => {
      const parameterNames = { path: keysOf(op?.params), query: keysOf(op?.query) };
      for (const name of words(published.takes)) expect(parameterNames.query).toContain(name);
      const needed = words(published.needs).map((need) => need.split(":") as [string, string]);
      for (const [where, name] of needed.filter(([where]) => where !== "body"))
        expect(parameterNames[where as "path" | "query"]).toContain(name);
      const body = op?.body ? toSchema(op.body, "input") : {};
      const roots = new Set(needed.filter(([where]) => where === "body").map(([, name]) => name.split(".")[0]));
      expect((body.required ?? []).filter((name) => !roots.has(name))).toEqual([]);
    });

    it("answers every key that clients may count on", () => {
      const schema = op ? toSchema(op.response, "output") : {};
      expect(words(published.answers).filter((key) => !carries(schema, schema, stepsOf(key)))).toEqual([]);
    });
  });
});
