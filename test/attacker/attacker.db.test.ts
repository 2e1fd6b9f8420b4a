/**
 * Another tenant's key and session against every operation: whatever names a thing of the victim's is not found,
 * nothing of the victim's stands in an answer, and nothing of the victim's changes. The table is made from the
 * operations; one
 * with a field that the table does not know fails here.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { operations } from "@/lib/api";
import type { Operation } from "@/lib/contract/operation";
import { installLoopbackToolkit, type Provider, startProvider } from "../servers/loopback-provider";
import { MCP_TOOLS } from "../clients/mcp-api";
import type { Attack } from "./attack";
import { attacksOn, unusedNames } from "./attacks";
import { ask, MARK, newTenant, openServer, rowsOf, sender, type Tenant } from "./tenants";
import { NOBODYS } from "./nobodys";
import { UNATTACKED } from "./unattacked";
import { type Reply, type Send, withoutTimes } from "./send";

let provider: Provider;
let victim: Tenant;
let attacker: Tenant;
let attacks: Attack[];
let before: Record<string, string>;
/** The answers that the attacker gets without naming any object, before a victim exists. */
let alone: Record<string, unknown>;

const isMcp = ({ path }: Operation): boolean => /^\/(v3\/mcp|composio\/server|tool_router|mcp)\//.test(path);
const isAttacked = (op: Operation): boolean => ["project", "session", "organization"].includes(op.auth) || isMcp(op);
/** Their answers do not end; streams have tests of their own. */
const STREAMS = ["streamToolLogs", "streamEvents"];

beforeAll(async () => {
  provider = await startProvider();
  await installLoopbackToolkit(provider.baseUrl, MCP_TOOLS);
  await openServer();
  attacker = await newTenant(MARK.attacker);
  alone = await askedForNothing();
  victim = await newTenant(MARK.victim);
  attacks = attacksOf(victim);
  // The victim's key lists these below, which is an event once in ten minutes, because the secrets are shown to it.
  await sender(victim.byKey)("GET", "/api/v3/webhook_subscriptions", undefined);
  before = await rowsOf(victim);
  provider.seen.length = 0;
});
afterAll(() => provider.close());

/**
 * Tables without a row of the victim's: a consent creates states and codes, and no operation names them.
 */
const EMPTY = ["oauth_code", "oauth_state"];

const attacksOf = (whose: Tenant): Attack[] =>
  operations.filter((op) => isAttacked(op) && !STREAMS.includes(op.id)).flatMap((op) => attacksOn(op, whose, attacker));

/** Reads of the audit trail, which contains the reads of this test. */
const AUDITED_READS: ReadonlySet<string> = new Set(["listAuditEvents", "exportAuditEvents", "exportAuditChain"]);

/** Counts and lists of the attacker's own, without what time alone changes. */
async function askedForNothing(): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const attack of attacksOf(attacker).filter(
    (candidate) => reads(candidate) && ["none", "cursor"].includes(candidate.by) && !AUDITED_READS.has(candidate.op.id),
  ))
    answers[attack.op.id] = withoutTimes((await send(sender(attacker.bySession), attack)).text);
  return answers;
}

const CALLERS: [string, () => Record<string, string>][] = [
  ["a key", () => attacker.byKey],
  ["a session", () => attacker.bySession],
  ["a session that names the victim's project", () => ({ ...attacker.bySession, "x-project-id": victim.projectId })],
];

const reads = ({ op }: Attack): boolean => op.permission.endsWith(":read");

function toPath({ op, sent: input }: Attack): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query))
    for (const item of [value].flat()) search.append(name, String(item));
  const path = op.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params[name])));
  return search.size > 0 ? `${path}?${search}` : path;
}

const send = (by: Send, attack: Attack): Promise<Reply> =>
  by(attack.op.method, toPath(attack), attack.op.method === "GET" ? undefined : attack.sent.body);

type Parsed = {
  error?: { message?: string | undefined };
  next_cursor?: unknown;
  items?: unknown[] | undefined;
  logs?: unknown[];
  data?: unknown[];
  instances?: unknown[];
};
const parse = (text: string): Parsed => {
  try {
    const value = JSON.parse(text) as Parsed & { message?: string; requestId?: string; triggers?: unknown[] };
    // Operations from before version 3 answer and refuse in forms of their own.
    if (value.requestId) return { error: { message: value.message } };
    return Array.isArray(value) ? { items: value } : { items: value.triggers, ...value };
  } catch {
    return {};
  }
};

/** The victim's data in an answer to a question that did not name the victim. */
function tracesIn({ text }: Reply, attack: Attack, hasWritten: boolean): string[] {
  const requestText = JSON.stringify(attack.sent);
  const { user, ...ids } = victim.ids;
  // The attacker can use the same names for their own users, and does so with the first write.
  const names = hasWritten
    ? [`${MARK.victim} `, `${MARK.victim}-secret`, `${MARK.victim}-question`]
    : [MARK.victim, user];
  // Refused attacks are events of the attacker's, with the ID of the object that they named.
  const objects = AUDITED_READS.has(attack.op.id) ? [] : Object.values(ids);
  const traces = [...objects, victim.organizationId, ...names];
  return traces.filter((trace) => text.includes(trace) && !requestText.includes(trace));
}

/** The fault in an answer to an attack; null if the defence held. */
function problemOf(attack: Attack, response: Reply, hasWritten: boolean): string | null {
  const { status, text } = response;
  const traces = tracesIn(response, attack, hasWritten);
  if (traces.length > 0) return `shows ${traces.join(", ")}`;
  // No key opens the dashboard's own operations, and no cookie an MCP server.
  if (status === 401 && (attack.op.auth !== "project" || isMcp(attack.op))) return null;
  if (status >= 500 || status === 401) return `answered ${status}`;
  const { error, items, logs, data, instances } = parse(text);
  if (error?.message?.startsWith("The request is malformed")) return `never got there: ${error.message}`;
  // Programs from before version 3 do not know 403: a 400 that names the permission refuses them.
  if (attack.op.successor && status === 400 && error?.message?.includes(attack.op.permission)) return null;
  if (attack.by.startsWith("path")) return [403, 404, 405].includes(status) ? null : `answered ${status}`;
  const results = items ?? logs ?? instances ?? (Array.isArray(data) ? data : undefined);
  const narrowed = attack.by !== "none" && attack.by !== "cursor" && reads(attack) && attack.op.id !== "getTools";
  return narrowed && results && results.length > 0 ? `found ${results.length}` : null;
}

/** The attacker's request for the victim's next page; null if the victim has only one page. */
async function withCursor(attack: Attack): Promise<Attack | null> {
  const part = attack.op.method === "GET" ? "query" : "body";
  const first = { ...attack.sent, [part]: { ...attack.sent[part], limit: 1 } };
  const { text } = await send(sender(victim.byKey), { ...attack, sent: { ...first, params: victimParams(attack) } });
  const cursor = parse(text).next_cursor;
  return typeof cursor === "string" ? { ...attack, sent: { ...first, [part]: { ...first[part], cursor } } } : null;
}

const victimParams = ({ op }: Attack) =>
  attacks.find((candidate) => candidate.op === op && candidate.by === "path")?.sent.params ?? {};

async function problems(by: Send, some: readonly Attack[], hasWritten: boolean): Promise<string[]> {
  const messages: string[] = [];
  for (const attack of some) {
    const resolvedAttack = attack.by === "cursor" ? await withCursor(attack) : attack;
    const problem = resolvedAttack && problemOf(resolvedAttack, await send(by, resolvedAttack), hasWritten);
    if (problem) messages.push(`${attack.op.id} by ${attack.by}: ${problem}`);
  }
  return messages;
}

const expectUntouched = async () => {
  expect(await rowsOf(victim)).toEqual(before);
  expect(provider.seen.filter(({ headers }) => headers.authorization?.includes(MARK.victim))).toEqual([]);
};

it("attacks a tenant who has something in every table of tenants", () => {
  const empty = Object.keys(before).filter((table) => before[table] === "[]");
  expect(empty.sort()).toEqual(EMPTY);
});

it("leaves out no operation but those that ask for no tenant", () => {
  expect(
    operations
      .filter((op) => !isAttacked(op))
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...UNATTACKED].sort());
});

it("names tools and toolkits of the victim's that exist for the victim", async () => {
  const lookups = attacks.filter(
    ({ op, by }) => ["getToolkitsBySlug", "getToolsByToolSlug"].includes(op.id) && by !== "none",
  );
  const byVictim = await Promise.all(lookups.map(async (attack) => (await send(sender(victim.byKey), attack)).status));
  expect(byVictim).toEqual(lookups.map(() => 200));
  expect(attacks.filter(({ by }) => /^(path with an )?own /.test(by)).length).toBeGreaterThan(60);
});

it("knows no name that no operation has", () => {
  expect(unusedNames(operations.filter(isAttacked))).toEqual([]);
});

it("counts and lists for a tenant what it did before there was another one", async () => {
  expect(Object.keys(alone).length).toBeGreaterThan(15);
  expect(await askedForNothing()).toEqual(alone);
});

it.each(CALLERS)("shows nothing to %s, whatever is asked", async (_, credential) => {
  expect(await problems(sender(credential()), attacks.filter(reads), false)).toEqual([]);
  await expectUntouched();
});

it("answers what is the victim's exactly as what nobody has", async () => {
  const by = sender(attacker.byKey);
  const outcome = ({ status, text }: Reply) => {
    const { error } = parse(text) as { error?: { code?: unknown; slug?: unknown } };
    return { status, code: error?.code, slug: error?.slug };
  };
  const nobodys = attacksOf({ ...victim, ids: NOBODYS });
  const differences: string[] = [];
  for (const [index, attack] of attacks.entries()) {
    const twin = nobodys[index];
    if (attack.by === "cursor" || attack.by === "none" || !twin) continue;
    const [theirs, none] = [outcome(await send(by, attack)), outcome(await send(by, twin))];
    if (JSON.stringify(theirs) !== JSON.stringify(none))
      differences.push(
        `${attack.op.id} by ${attack.by}: ${JSON.stringify(theirs)}, and ${JSON.stringify(none)} of nobody's`,
      );
  }
  expect(differences).toEqual([]);
});

it.each(CALLERS)("lets %s change nothing, whatever is sent", async (_, credential) => {
  const writes = attacks.filter((attack) => !reads(attack));
  expect(writes.length).toBeGreaterThan(20);
  expect(await problems(sender(credential()), writes, true)).toEqual([]);
  await expectUntouched();
});

it("does not follow the victim's executions", async () => {
  const executions = (tenant: Tenant, q: string) =>
    sender(tenant.byKey)("POST", "/api/v3/tools/execute/LOOPBACK_READ", {
      user_id: tenant.ids.user,
      connected_account_id: tenant.ids.account,
      arguments: { q },
      version: "latest",
    });
  const stream = await ask(attacker.byKey, "GET", "/api/v3/internal/patchbay/logs/stream");
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  let output = "";
  const decoder = new TextDecoder();
  await executions(victim, "of the victim");
  // Events come in the order of the executions: the attacker's own is the last that could follow the victim's.
  await executions(attacker, "of the attacker");
  while (!output.includes(attacker.ids.account))
    output += decoder.decode((await reader.read()).value, { stream: true });
  await reader.cancel();
  expect(output).not.toContain(MARK.victim);
  expect(output).not.toContain(victim.ids.account);
});

it("gets no answer of the victim's by the victim's idempotency key", async () => {
  const body = (tenant: Tenant) => ({ user_id: tenant.ids.user, arguments: { q: "the same" }, version: "latest" });
  const key = { "idempotency-key": "of-the-victim" };
  const path = "/api/v3/tools/execute/LOOPBACK_READ";
  const victimReply = await sender(victim.byKey)("POST", path, body(victim), key);
  expect(victimReply.status, victimReply.text).toBe(200);
  const replayed = await sender(attacker.byKey)("POST", path, body(victim), key);
  expect(replayed.status).toBe(400);
  expect(replayed.text).not.toContain((JSON.parse(victimReply.text) as { log_id: string }).log_id);
  // The attacker has changed its own auth configs by now.
  const latecomer = await newTenant("latecomers");
  const fresh = await sender(latecomer.byKey)("POST", path, body(latecomer), key);
  expect(fresh.status, fresh.text).toBe(200);
  expect(fresh.text).not.toContain((JSON.parse(victimReply.text) as { log_id: string }).log_id);
});
