/** The steps of a task, and what could be done next after them. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { Values } from "@/components/execution/arguments-draft";
import { toToolName } from "@/components/parts/display/to-tool-name";
import type { Schema } from "@/components/schema-form/schema";
import type { NameOf } from "./step-words";

export const SEARCH = "COMPOSIO_SEARCH_TOOLS";
const SCHEMAS = "COMPOSIO_GET_TOOL_SCHEMAS";
const CONNECT = "COMPOSIO_MANAGE_CONNECTIONS";
const WAIT = "COMPOSIO_WAIT_FOR_CONNECTIONS";

/** The answer to a call, of a person or an agent. */
export type Answer = { successful: boolean; data: Values; error: string | null; log_id?: string | null };

/** `waitsFor`: the approvals, if the answer names them. */
type Approval = { url: string | null; requestState?: string | undefined; waitsFor?: readonly string[] };

export type Step = {
  id: string;
  tool: string;
  sent: Values;
  /** waiting: for a person's approval; canceled: by the person who watches. */
  state: "running" | "waiting" | "done" | "refused" | "canceled";
  answer?: Answer;
  /** Why the server refused it. */
  error?: unknown;
  approval?: Approval;
  ms?: number;
  /** Read from the log, which cuts long answers: schemas come from the catalog instead. */
  isFromLog?: boolean;
};

/** A step that could come next, with the arguments to begin with. */
export type Suggestion = { label: string; tool: string; arguments: Values };

type Tool = { toolkit: string; schema: Schema | null; isInCatalog?: boolean };
type Knowledge = {
  searched: boolean;
  primary: string[];
  related: string[];
  /** Tools whose apps have to be connected: the first tool of each result, and those that its plan requires. */
  needed: string[];
  tools: Map<string, Tool>;
  /** By toolkit: whether an account works, or a link waits for its user. */
  connections: Map<string, "active" | "initiated" | "missing">;
};

const entriesOf = (value: unknown): [string, Values][] =>
  isObject(value) ? Object.entries(value).filter((entry): entry is [string, Values] => isObject(entry[1])) : [];
const objectsOf = (value: unknown): Values[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === "string") : [];
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function learnSchemas(knowledge: Knowledge, schemas: unknown): void {
  for (const [slug, tool] of entriesOf(schemas)) {
    const schema = isObject(tool.input_schema) && !tool.schemaRef ? (tool.input_schema as Schema) : null;
    knowledge.tools.set(slug, {
      toolkit: textOf(tool.toolkit),
      schema: schema ?? knowledge.tools.get(slug)?.schema ?? null,
    });
  }
}

function learnSearch(knowledge: Knowledge, data: Values): void {
  const results = objectsOf(data.results);
  knowledge.searched = true;
  knowledge.primary = [...new Set(results.flatMap((result) => textsOf(result.primary_tool_slugs)))];
  knowledge.related = [...new Set(results.flatMap((result) => textsOf(result.related_tool_slugs)))];
  knowledge.needed = results.flatMap((result) => [
    ...textsOf(result.primary_tool_slugs).slice(0, 1),
    ...textsOf(result.recommended_plan_steps).flatMap(
      (line) => /^\[Required\][^:]*: ([A-Z0-9_]+):/.exec(line)?.[1] ?? [],
    ),
  ]);
  learnSchemas(knowledge, data.tool_schemas);
  for (const { toolkit, has_active_connection: active } of objectsOf(data.toolkit_connection_statuses))
    knowledge.connections.set(textOf(toolkit), active === true ? "active" : "missing");
}

function learnConnections(knowledge: Knowledge, data: Values): void {
  for (const [toolkit, { status }] of entriesOf(data.results)) {
    const word = textOf(status).toLowerCase();
    knowledge.connections.set(toolkit, word === "active" || word === "initiated" ? word : "missing");
  }
}

/** After a step of the log, a tool has its schema in the catalog. Its slug begins with its toolkit. */
function learnFromLog(knowledge: Knowledge): void {
  const toolkits = [...knowledge.connections.keys()];
  for (const slug of [...knowledge.primary, ...knowledge.related]) {
    const toolkit = toolkits.find((name) => slug.startsWith(`${name.toUpperCase()}_`)) ?? "";
    knowledge.tools.set(slug, { toolkit, schema: null, isInCatalog: true });
  }
}

/** Collects knowledge from the answers so far; later answers count more. */
function learn(steps: readonly Step[]): Knowledge {
  const knowledge: Knowledge = {
    searched: false,
    primary: [],
    related: [],
    needed: [],
    tools: new Map(),
    connections: new Map(),
  };
  for (const { tool, answer, isFromLog } of steps) {
    if (!answer?.successful) continue;
    if (tool === SEARCH) {
      learnSearch(knowledge, answer.data);
      if (isFromLog) learnFromLog(knowledge);
    } else if (tool === SCHEMAS && !isFromLog) learnSchemas(knowledge, answer.data.tool_schemas);
    else if (tool === CONNECT || tool === WAIT) learnConnections(knowledge, answer.data);
  }
  return knowledge;
}

const searchFor = (task: string): Suggestion => ({
  label: "Search tools",
  tool: SEARCH,
  arguments: { queries: [{ use_case: task.slice(0, 1024) }] },
});

type Groups = { waits: Suggestion[]; connects: Suggestion[] };

/** Steps for apps without an account that a tool needs which ranks first, or which the plan requires. */
function connectionSteps({ connections, needed, tools }: Knowledge, nameOf: NameOf): Groups {
  const groups: Groups = { waits: [], connects: [] };
  for (const toolkit of new Set(needed.map((slug) => tools.get(slug)?.toolkit ?? ""))) {
    const state = connections.get(toolkit);
    if (state === undefined || state === "active") continue;
    const connect = { label: `Connect ${nameOf(toolkit)}`, tool: CONNECT, arguments: { toolkits: [toolkit] } };
    const wait = { label: `Wait for ${nameOf(toolkit)}`, tool: WAIT, arguments: { toolkits: [toolkit], timeout: 50 } };
    if (state === "initiated") groups.waits.push(wait);
    groups.connects.push(connect);
  }
  return groups;
}

const MOST_EXECUTIONS = 4;

/**
 * The possible next steps, the most useful first: tools that can run now come before apps to connect, and tools that
 * have run come behind both.
 */
export function nextSteps(task: string, steps: readonly Step[], nameOf: NameOf = (slug) => slug): Suggestion[] {
  const knowledge = learn(steps);
  if (!knowledge.searched) return [searchFor(task)];
  const { primary, related, tools, connections } = knowledge;
  const slugs = [...primary, ...related].slice(0, MOST_EXECUTIONS);
  const hasSchema = (slug: string) => Boolean(tools.get(slug)?.schema ?? tools.get(slug)?.isInCatalog);
  const unknown = slugs.filter((slug) => !hasSchema(slug));
  const schemas =
    unknown.length > 0 ? [{ label: "Get schemas", tool: SCHEMAS, arguments: { tool_slugs: unknown } }] : [];
  const hasRun = new Set(steps.flatMap(({ tool, answer }) => (answer?.successful ? [tool] : [])));
  const toLabel = (slug: string) => toToolName(slug, tools.get(slug)?.toolkit ?? "") ?? slug;
  const isReady = (slug: string) => (connections.get(tools.get(slug)?.toolkit ?? "") ?? "active") === "active";
  const isNext = (slug: string) => primary.includes(slug) && isReady(slug) && !hasRun.has(slug);
  const executionsOf = (isWanted: (slug: string) => boolean): Suggestion[] =>
    slugs
      .filter((slug) => hasSchema(slug) && isWanted(slug))
      .map((slug) => ({ label: toLabel(slug), tool: slug, arguments: {} }));
  const { waits, connects } = connectionSteps(knowledge, nameOf);
  return [
    ...waits,
    ...executionsOf(isNext),
    ...connects,
    ...executionsOf((slug) => !isNext(slug) && isReady(slug)),
    ...executionsOf((slug) => !isReady(slug)),
    ...schemas,
    { ...searchFor(task), label: "Search again" },
  ];
}

/** The schema of an app's tool, from the answers so far. */
export const knownSchema = (steps: readonly Step[], tool: string): Schema | null =>
  learn(steps).tools.get(tool)?.schema ?? null;

/** The ids of the calls that wait; empty if the answer names none. */
export function waitingIds({ approval }: Step): readonly string[] {
  if (approval?.waitsFor?.length) return approval.waitsFor;
  const id = /\/approvals\/(apr_\w+)/.exec(approval?.url ?? "")?.[1];
  return id === undefined ? [] : [id];
}

/** Links where the user signs in, by toolkit. Only one tool makes them: an app's answer can look the same. */
export const linksOf = (tool: string, { data }: Answer): { toolkit: string; url: string }[] =>
  tool !== CONNECT
    ? []
    : entriesOf(data.results).flatMap(([toolkit, { redirect_url: url, status }]) =>
        /^https?:/.test(textOf(url)) && textOf(status) !== "active" ? [{ toolkit, url: textOf(url) }] : [],
      );

/** `problem`: why nothing fits well; undefined if something does. */
type Plan = { steps: string[]; pitfalls: string[]; tools: string[]; problem?: string };

/** What a search recommends, for people. */
export const plansOf = ({ data }: Answer): Plan[] =>
  objectsOf(data.results).map((result) => ({
    steps: textsOf(result.recommended_plan_steps),
    pitfalls: textsOf(result.known_pitfalls),
    tools: textsOf(result.primary_tool_slugs),
    ...(textOf(result.error) && { problem: textOf(result.error) }),
  }));

/** The logs of executions within a call, and of the call itself if it ran one tool. */
export function logsOf(tool: string, answer: Answer): string[] {
  const within = objectsOf(answer.data.results).flatMap(({ response }) =>
    isObject(response) && textOf(response.log_id) ? [textOf(response.log_id)] : [],
  );
  if (within.length > 0) return within;
  return tool.startsWith("COMPOSIO_") || !answer.log_id ? [] : [answer.log_id];
}
