/**
 * A session as its MCP endpoint offers it: the meta tools and the preloaded tools, by the session's rules, and the
 * files of its workbench as resources.
 */
import { isNoAccount } from "@/lib/connected-accounts/accounts/account-row";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { watchOverrides } from "@/lib/catalog/overrides/watch-overrides";
import { findTool } from "@/lib/catalog/read/find-tool";
import { meantNames, nearest } from "@/lib/catalog/read/nearest";
import { openCursor, signCursor } from "@/lib/kernel/database/cursor";
import { ApiError } from "@/lib/kernel/errors";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { VERSION } from "@/lib/kernel/process/version";
import { CODE, RpcError } from "@/lib/mcp-protocol/rpc";
import { Ask, type CallContext, type InputRequest, type McpSurface, type Members } from "@/lib/mcp-protocol/surface";
import { InputResponses } from "@/lib/sessions/meta-tools/contract";
import { runInSession } from "@/lib/sessions/run-in-session";
import { mayDecide, type MetaCaller } from "@/lib/sessions/meta-tools/meta-call";
import { readArguments } from "@/lib/sessions/meta-tools/read-arguments";
import {
  connectedApps,
  givenSlugs,
  keepGiven,
  readGivenTools,
  type GivenTool,
} from "@/lib/sessions/list-session-tools";
import { assistivePrompt } from "@/lib/sessions/assistive-prompt";
import { watchSession } from "@/lib/sessions/store/session-cache";
import type { Session } from "@/lib/sessions/session";
import { toRefusal } from "../tools/call-server-tool";
import { readAnswerWishes } from "../tools/read-answer-wishes";
import { askToConnect, awaitConnection, otherAnswers } from "../endpoint/connecting";
import { toQuestioner } from "../endpoint/to-questioner";
import { toMcpTool, TOOLS_A_PAGE } from "../tools/server-tools";
import { toContent } from "./to-content";
import { listSessionResources, readSessionResource } from "./session-resources";

type Answer = Awaited<ReturnType<typeof runInSession>>;
type Call = { name: string; arguments: Values };
type Within = { caller: MetaCaller; session: Session; facts: ExecutionFacts };

const toTool = ({ tool, description }: GivenTool) =>
  description === tool.description ? toMcpTool(tool) : { ...toMcpTool(tool), description };

async function listTools({ caller: { by }, session }: Within, cursor: string | undefined): Promise<Members> {
  const scope = ["mcp.session-tools", session.projectId, session.id];
  const from = cursor ? Number(openCursor(cursor, scope)) : 0;
  const { tools, total } = await readGivenTools(
    session,
    { from, limit: TOOLS_A_PAGE },
    { ...(by && { by }), isForAgent: true },
  );
  const end = from + TOOLS_A_PAGE;
  return { tools: tools.map(toTool), ...(end < total && { nextCursor: signCursor(String(end), scope) }) };
}

async function assertGiven(session: Session, name: string): Promise<void> {
  const slugs = await givenSlugs(session);
  if (slugs.includes(name)) return;
  const near = await keepGiven(session, nearest(name.slice(0, 200).toUpperCase(), slugs, 5));
  const hint = near.length > 0 ? ` ${meantNames(near, "")}` : "";
  throw new RpcError(
    CODE.invalidParams,
    `Unknown tool: ${name.slice(0, 200)}.${hint} Tools of apps that are not listed run through COMPOSIO_MULTI_EXECUTE_TOOL.`,
  );
}

async function toResult(session: Session, answer: Answer): Promise<Members> {
  const { successful } = answer as { successful?: boolean };
  return {
    content: [{ type: "text", text: JSON.stringify(answer) }, ...(await toContent(session, answer.data))],
    structuredContent: answer,
    ...(successful !== true && { isError: true }),
  };
}

/** The questions of a call that waits for a person, in the form of the protocol. */
const toRequests = (requests: NonNullable<Answer["input_requests"]>): Record<string, InputRequest> =>
  Object.fromEntries(
    Object.entries(requests).map(([id, { message, requested_schema: requestedSchema }]) => [
      id,
      { method: "elicitation/create", params: { mode: "form", message, requestedSchema } },
    ]),
  );

/** The client's answers to these questions, for the repeated call. */
function again(context: CallContext): { request_state?: string; input_responses?: object } {
  const answers = otherAnswers(context);
  return {
    ...(context.state !== undefined && { request_state: context.state }),
    ...(answers && { input_responses: readArguments(InputResponses, answers) }),
  };
}

/** The Idempotency-Key of a call is part of it, because clients set headers once for all calls. */
const keyOf = ({ idempotencyKey }: ExecutionFacts, meta: CallContext["meta"]): { idempotencyKey?: string } => {
  const metaKey = meta["idempotency-key"];
  const key = typeof metaKey === "string" ? metaKey : idempotencyKey;
  return key === undefined ? {} : { idempotencyKey: key };
};

async function callSessionTool(
  { caller, session, facts }: Within,
  { name, arguments: input }: Call,
  context: CallContext,
): Promise<Members | Ask> {
  await assertGiven(session, name);
  const tool = await findTool(session.projectId, name);
  const run = (tool_slug: string, args: Values) =>
    runInSession(
      caller,
      session.id,
      { tool_slug, arguments: args },
      { ...facts, signal: context.signal, onProgress: context.progress },
    );
  const connecting = { toolkit: tool?.toolkitSlug ?? "", run };
  try {
    await awaitConnection(connecting, context);
    const body = {
      ...{ tool_slug: name, arguments: { ...input }, ...again(context) },
      ...readAnswerWishes(context.meta),
    } as Parameters<typeof runInSession>[2];
    const within = {
      ...facts,
      ...keyOf(facts, context.meta),
      signal: context.signal,
      onProgress: context.progress,
      // Code with the key of a session is no person.
      ...(mayDecide(caller) && toQuestioner(context)),
    };
    const answer = await runInSession(caller, session.id, body, within);
    const result = await toResult(session, answer);
    const { input_requests: requests, request_state: state } = answer;
    // The key of a session cannot decide about a call: a person must, on the page that the response names.
    if (!requests || !mayDecide(caller)) return result;
    return new Ask(toRequests(requests), state, result);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const refusal = toRefusal(error);
    return isNoAccount(error) ? askToConnect(connecting, context, refusal) : refusal;
  }
}

const textOf = (params: Readonly<Record<string, unknown>>, name: string): string | undefined => {
  const value = params[name];
  if (value === undefined || typeof value === "string") return value;
  throw new RpcError(CODE.invalidParams, `params.${name} is a text.`);
};

async function readResource(session: Session, params: Readonly<Record<string, unknown>>): Promise<Members> {
  const uri = textOf(params, "uri");
  if (uri === undefined) throw new RpcError(CODE.invalidParams, "params.uri is the address of a resource.");
  return readSessionResource(session, uri);
}

/** Instructions for a model before its first call: how to proceed, and which apps the user has. */
async function toInstructions({ caller, session }: Within): Promise<string> {
  return [assistivePrompt(session.config, caller.by), await connectedApps(session)].filter(Boolean).join("\n");
}

export function sessionSurface(within: Within): McpSurface {
  const { session } = within;
  const hasFiles = session.config.workbench.enable;
  return {
    serverInfo: { name: `patchbay-${session.id}`, title: `Session ${session.word}`, version: VERSION },
    instructions: () => toInstructions(within),
    ...(hasFiles && {
      capabilities: { resources: {} },
      methods: {
        "resources/list": (params: Values) => listSessionResources(session, textOf(params, "cursor")),
        "resources/templates/list": async () => ({ resourceTemplates: [] }),
        "resources/read": (params: Values) => readResource(session, params),
      },
    }),
    listTools: (cursor) => listTools(within, cursor),
    callTool: (call, context) =>
      callSessionTool(within, { ...call, arguments: isObject(call.arguments) ? call.arguments : {} }, context),
    watch: (changed, onEnd) => {
      const notify = () => changed("tools");
      const ends = [watchSession(session, notify, onEnd), watchOverrides(session.projectId, notify)];
      return () => {
        for (const end of ends) end();
      };
    },
  };
}
