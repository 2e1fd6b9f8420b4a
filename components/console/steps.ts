/** The steps of a task, and what could be done next after them. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import type { Values } from "@/components/execution/arguments-draft";
import type { Schema } from "@/components/schema-form/schema";
import type { NameOf } from "./step-words";

export const SEARCH = "COMPOSIO_SEARCH_TOOLS";
const SCHEMAS = "COMPOSIO_GET_TOOL_SCHEMAS";
const CONNECT = "COMPOSIO_MANAGE_CONNECTIONS";
const WAIT = "COMPOSIO_WAIT_FOR_CONNECTIONS";

/** The answer to a call, of a person or an agent. */
export type Answer = { successful: boolean; data: Values; error: string | null; log_id?: string | null };

type Approval = { url: string | null; requestState?: string | undefined };

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
};

/** A step that could come next, with the arguments to begin with. */
export type Suggestion = { label: string; tool: string; arguments: Values };

type Tool = { toolkit: string; schema: Schema | null };
type Knowledge = {
  searched: boolean;
  primary: string[];
  related: string[];
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

/** Collects knowledge from the answers so far; later answers count more. */
function learn(steps: readonly Step[]): Knowledge {
  const knowledge: Knowledge = { searched: false, primary: [], related: [], tools: new Map(), connections: new Map() };
  for (const { tool, answer } of steps) {
    if (!answer?.successful) continue;
    if (tool === SEARCH) learnSearch(knowledge, answer.data);
    else if (tool === SCHEMAS) learnSchemas(knowledge, answer.data.tool_schemas);
    else if (tool === CONNECT || tool === WAIT) learnConnections(knowledge, answer.data);
  }
  return knowledge;
}

const searchFor = (task: string): Suggestion => ({
  label: "Search tools",
  tool: SEARCH,
  arguments: { queries: [{ use_case: task.slice(0, 1024) }] },
});

function connectionSteps({ connections, primary, tools }: Knowledge, nameOf: NameOf): Suggestion[] {
  const needed = new Set(primary.map((slug) => tools.get(slug)?.toolkit ?? ""));
  return [...connections].flatMap(([toolkit, state]): Suggestion[] => {
    if (state === "active" || !needed.has(toolkit)) return [];
    const connect = { label: `Connect ${nameOf(toolkit)}`, tool: CONNECT, arguments: { toolkits: [toolkit] } };
    const wait = { label: `Wait for ${nameOf(toolkit)}`, tool: WAIT, arguments: { toolkits: [toolkit], timeout: 50 } };
    return state === "initiated" ? [wait, connect] : [connect];
  });
}

const MOST_EXECUTIONS = 4;

/** The possible next steps, the most useful first. */
export function nextSteps(task: string, steps: readonly Step[], nameOf: NameOf = (slug) => slug): Suggestion[] {
  const knowledge = learn(steps);
  if (!knowledge.searched) return [searchFor(task)];
  const slugs = [...knowledge.primary, ...knowledge.related].slice(0, MOST_EXECUTIONS);
  const unknown = slugs.filter((slug) => !knowledge.tools.get(slug)?.schema);
  const schemas =
    unknown.length > 0 ? [{ label: "Get schemas", tool: SCHEMAS, arguments: { tool_slugs: unknown } }] : [];
  const executions = slugs.flatMap((slug) =>
    knowledge.tools.get(slug)?.schema ? [{ label: slug, tool: slug, arguments: {} }] : [],
  );
  return [
    ...connectionSteps(knowledge, nameOf),
    ...executions,
    ...schemas,
    { ...searchFor(task), label: "Search again" },
  ];
}

/** The schema of an app's tool, from the answers so far. */
export const knownSchema = (steps: readonly Step[], tool: string): Schema | null =>
  learn(steps).tools.get(tool)?.schema ?? null;

/** The id of the only call that waits, from its address; null if several calls wait. */
export const waitingId = ({ approval }: Step): string | null =>
  /\/approvals\/(apr_\w+)/.exec(approval?.url ?? "")?.[1] ?? null;

/** Links where the user signs in, by toolkit. Only one tool makes them: an app's answer can look the same. */
export const linksOf = (tool: string, { data }: Answer): { toolkit: string; url: string }[] =>
  tool !== CONNECT
    ? []
    : entriesOf(data.results).flatMap(([toolkit, { redirect_url: url, status }]) =>
        /^https?:/.test(textOf(url)) && textOf(status) !== "active" ? [{ toolkit, url: textOf(url) }] : [],
      );

type Plan = { steps: string[]; pitfalls: string[]; tools: string[] };

/** What a search recommends, for people. */
export const plansOf = ({ data }: Answer): Plan[] =>
  objectsOf(data.results).map((result) => ({
    steps: textsOf(result.recommended_plan_steps),
    pitfalls: textsOf(result.known_pitfalls),
    tools: textsOf(result.primary_tool_slugs),
  }));

/** The logs of executions within a call, and of the call itself if it ran one tool. */
export function logsOf(tool: string, answer: Answer): string[] {
  const within = objectsOf(answer.data.results).flatMap(({ response }) =>
    isObject(response) && textOf(response.log_id) ? [textOf(response.log_id)] : [],
  );
  if (within.length > 0) return within;
  return tool.startsWith("COMPOSIO_") || !answer.log_id ? [] : [answer.log_id];
}
