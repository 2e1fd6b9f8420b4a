/** Names that every JavaScript object has, in every place of every operation: none of them causes a 500. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "@/lib/api";
import type { Operation } from "@/lib/contract/operation";
import { installLoopbackToolkit, type Provider, startProvider } from "../servers/loopback-provider";
import { MCP_TOOLS } from "../clients/mcp-api";
import { put, type RequestInput } from "./attack";
import { usualRequest } from "./attacks";
import { fieldsOf } from "./operation-fields";
import { newWholeTenant, renewTenant } from "./renew-tenant";
import { openServer, sender, type Tenant } from "./tenants";

/** The second name alternates from operation to operation: both are inherited in the same way. */
const namesFor = (index: number): string[] => ["__proto__", index % 2 === 0 ? "constructor" : "toString"];
/** As JSON.parse creates it: a property of the object itself. */
const objectOf = (name: string): unknown => JSON.parse(`{"${name}": {"${name}": [{"${name}": "x"}]}}`);

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  await openServer();
});
afterAll(() => provider.close());

const isMcp = ({ path }: Operation): boolean => /^\/(v3\/mcp|composio\/server|tool_router|mcp)\//.test(path);
/** Its answer does not end, and its query is that of other operations. */
const isStream = (op: Operation): boolean =>
  ["streamToolLogs", "streamEvents"].includes(op.id) || (isMcp(op) && op.method === "GET");

const testedOperations = operations.filter(
  (op) => (op.auth === "project" || op.auth === "session" || isMcp(op)) && !isStream(op),
);

/** The requests with the name in each place in turn. */
function oddRequests(op: Operation, tenant: Tenant, name: string): { place: string; sent: RequestInput }[] {
  const usual = usualRequest(op, tenant);
  const fields = fieldsOf(op).flatMap((field) => {
    const place = `${field.part} ${field.path.join(".")}`;
    const text = { place, sent: put(usual, field, name) };
    if (field.part === "body") return [text, { place: `${place}, as a name`, sent: put(usual, field, objectOf(name)) }];
    const named = { ...usual, query: { ...usual.query, [`${field.path[0]}[${name}]`]: "x" } };
    return field.part === "query" ? [text, { place: `${place}, as a name`, sent: named }] : [text];
  });
  const free = Object.keys(usual.body).map((key) => ({
    place: `body ${key}, as a name`,
    sent: { ...usual, body: { ...usual.body, [key]: objectOf(name) } },
  }));
  const more = { ...(objectOf(name) as RequestInput["body"]), ...usual.body };
  return [
    ...fields,
    ...free,
    { place: "query", sent: { ...usual, query: { ...usual.query, [name]: "x" } } },
    { place: "body", sent: { ...usual, body: more } },
  ];
}

function toPath(op: Operation, { params, query }: RequestInput): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${op.path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(String(params[part])))}?${search}`;
}

it("names of every object are answered like any other name", { timeout: 600_000 }, async () => {
  const failed: string[] = [];
  let sentInAll = 0;
  let tenant = await newWholeTenant();
  for (const [index, op] of testedOperations.entries()) {
    const send = sender(op.auth === "session" ? tenant.bySession : tenant.byKey);
    for (const name of namesFor(index))
      for (const { place, sent: input } of oddRequests(op, tenant, name)) {
        sentInAll++;
        const { status, text } = await send(op.method, toPath(op, input), op.method === "GET" ? undefined : input.body);
        if (status >= 500 && status !== 501)
          failed.push(`${op.id}, ${name} in ${place}: ${status} ${text.slice(0, 200)}`);
      }
    // Some operations end the credential, or the thing itself.
    tenant = await renewTenant(op, tenant);
  }
  expect(failed).toEqual([]);
  expect(sentInAll).toBeGreaterThan(600);
});
