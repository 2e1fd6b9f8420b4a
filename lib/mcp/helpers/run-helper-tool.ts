/**
 * Runs the helper tools of an MCP server. All of them use two meta tools, so that the rules and the log of these apply
 * here too.
 */
import { z } from "zod";
import type { ConfigAccess } from "@/lib/auth-configs/config-access";
import { everyToolkit, findToolkit } from "@/lib/catalog/read/find-toolkits";
import type { ExecutionFacts } from "@/lib/execution/execution-facts";
import { ApiError } from "@/lib/kernel/errors";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { readArguments } from "@/lib/sessions/meta-tools/read-arguments";
import { runMetaRequest } from "@/lib/sessions/meta-tools/run-meta-tool";
import type { Members } from "@/lib/mcp-protocol/surface";
import { toRefusal, toResult } from "../tools/call-server-tool";
import type { Endpoint } from "../endpoint/open-endpoint";
import { openServerSession } from "./server-session";

type HelperAnswer = { data: Values; error: string | null; successful: boolean; log_id?: string };
type HelperCall = { endpoint: Endpoint; configs: readonly ConfigAccess[]; facts: ExecutionFacts };
type Run = (args: Values, call: HelperCall) => Promise<HelperAnswer>;

const slug = z.string().trim().toLowerCase().min(1).max(200);
const slugs = z.array(slug).min(1).max(50);
const mode = z.enum(["any", "all"]).default("any");
const seconds = z.number().int().min(1).max(50).default(50);
const checkRequest = z.strictObject({ toolkit: slug.optional(), connected_account_id: z.string().max(200).optional() });

const FORMS = {
  manage: z.strictObject({ toolkits: slugs, reinitiate_all: z.boolean().default(false) }),
  wait: z.strictObject({ toolkits: slugs, mode, timeout: seconds }),
  waitOlder: z.strictObject({ toolkits: slugs, mode, timeout_seconds: seconds }),
  check: checkRequest,
  checkAll: z.strictObject({ requests: z.array(checkRequest).min(1).max(50) }),
  toolkit: z.strictObject({ toolkit: slug, parameters: z.unknown().optional() }),
  page: z.strictObject({
    page: z.number().int().min(1).default(1),
    page_size: z.number().int().min(1).max(100).default(50),
  }),
};

const nobody = () =>
  new ApiError("BadRequest", "This URL names accounts but no user, so nobody can connect one.", {
    suggestedFix: "Use a user's URL for the tools that connect accounts.",
  });

function userOf({ audience }: Endpoint): string {
  if (audience.userId === undefined) throw nobody();
  return audience.userId;
}

function runMeta(name: string, input: Values, { endpoint, configs, facts }: HelperCall): Promise<HelperAnswer> {
  const { caller, server } = endpoint;
  const userId = userOf(endpoint);
  return runMetaRequest(name, input, {
    caller,
    facts,
    userId,
    keyedTo: `${server.id}:${userId}`,
    openSession: () => openServerSession(server, userId, configs),
  });
}

const manage = (input: Values, call: HelperCall) => runMeta("COMPOSIO_MANAGE_CONNECTIONS", input, call);
const wait = (input: Values, call: HelperCall) => runMeta("COMPOSIO_WAIT_FOR_CONNECTIONS", input, call);

const resultsOf = ({ data }: HelperAnswer): Values => (isObject(data.results) ? data.results : {});

/** The state of one toolkit, in the form of the older tools. */
function toCheck(
  question: { toolkit?: string | undefined; connected_account_id?: string | undefined },
  results: Values,
): Values {
  const entries = Object.values(results).filter(isObject);
  const named = question.connected_account_id;
  const outcome = entries.find((result) =>
    named === undefined ? result.toolkit === question.toolkit : result.connected_account_id === named,
  );
  const active = outcome?.has_active_connection === true;
  return {
    ...(question.toolkit !== undefined && { toolkit: question.toolkit }),
    active_connection: active,
    connection_details: active ? outcome : null,
    required_parameters_for_connection: {},
    ...(!active && typeof outcome?.error_message === "string" && { message: outcome.error_message }),
  };
}

/**
 * Checks the toolkits of the questions. A question that names only an account is about all of the server's toolkits.
 */
async function check(
  questions: z.output<typeof checkRequest>[],
  call: HelperCall,
): Promise<HelperAnswer & { checks: Values[] }> {
  const named = questions.flatMap(({ toolkit }) => toolkit ?? []);
  const all = questions.some(({ toolkit }) => toolkit === undefined) ? call.endpoint.server.toolkits.slice(0, 50) : [];
  const entries = [...new Set([...named, ...all])].map((name) => ({ name, action: "list" }));
  const answer = await manage({ toolkits: entries }, call);
  // The question was whether an account works, so "no account" is an answer and not a failure.
  return {
    ...answer,
    error: null,
    successful: true,
    checks: questions.map((question) => toCheck(question, resultsOf(answer))),
  };
}

async function requiredParameters(
  { toolkit: name }: { toolkit: string },
  { endpoint, configs }: HelperCall,
): Promise<HelperAnswer> {
  const { server, caller } = endpoint;
  const toolkit = server.toolkits.includes(name) ? await findToolkit(caller.projectId, name) : null;
  if (!toolkit) {
    const error = `This server has no tools of ${name}. Its apps are: ${server.toolkits.slice(0, 50).join(", ")}.`;
    return { data: {}, error, successful: false };
  }
  const [scheme] = toolkit.authSchemes;
  const fields = scheme?.fields.connectedAccountInitiation ?? [];
  return {
    data: {
      has_default_credentials: toolkit.noAuth || configs.some(({ toolkitSlug }) => toolkitSlug === name),
      required_parameters: fields
        .filter(({ required }) => required)
        .map(({ name: field, displayName, description, isSecret }) => ({
          name: field,
          display_name: displayName,
          description,
          is_secret: isSecret,
        })),
    },
    error: null,
    successful: true,
  };
}

async function listToolkits(
  { page, page_size: size }: z.output<typeof FORMS.page>,
  { endpoint }: HelperCall,
): Promise<HelperAnswer> {
  const { server, caller } = endpoint;
  const names = server.toolkits.slice((page - 1) * size, page * size);
  const toolkitsBySlug = new Map((await everyToolkit(caller.projectId)).map((toolkit) => [toolkit.slug, toolkit]));
  const apps = names.map((key) => ({
    key,
    name: toolkitsBySlug.get(key)?.name ?? key,
    description: toolkitsBySlug.get(key)?.description ?? "",
  }));
  return { data: { apps, total: server.toolkits.length }, error: null, successful: true };
}

async function initiate(args: Values, call: HelperCall): Promise<HelperAnswer> {
  const { toolkit } = readArguments(FORMS.toolkit, args);
  const answer = await manage({ toolkits: [toolkit] }, call);
  return { ...answer, data: { response_data: resultsOf(answer)[toolkit] ?? {} } };
}

const RUNS: Readonly<Record<string, Run>> = {
  COMPOSIO_MANAGE_CONNECTIONS: (args, call) => manage(readArguments(FORMS.manage, args), call),
  COMPOSIO_WAIT_FOR_CONNECTIONS: (args, call) => wait(readArguments(FORMS.wait, args), call),
  COMPOSIO_WAIT_FOR_CONNECTION: async (args, call) => {
    const { timeout_seconds: timeout, ...rest } = readArguments(FORMS.waitOlder, args);
    const answer = await wait({ ...rest, timeout }, call);
    return { ...answer, data: { message: answer.data.message, connection_statuses: resultsOf(answer) } };
  },
  COMPOSIO_CHECK_ACTIVE_CONNECTION: async (args, call) => {
    const { checks, ...answer } = await check([readArguments(FORMS.check, args)], call);
    return { ...answer, data: checks[0] ?? {} };
  },
  COMPOSIO_CHECK_ACTIVE_CONNECTIONS: async (args, call) => {
    const { checks, ...answer } = await check(readArguments(FORMS.checkAll, args).requests, call);
    return { ...answer, data: { responses: checks } };
  },
  COMPOSIO_GET_REQUIRED_PARAMETERS: (args, call) => requiredParameters(readArguments(FORMS.toolkit, args), call),
  COMPOSIO_INITIATE_CONNECTION: initiate,
  COMPOSIO_RETRIEVE_TOOLKITS: (args, call) => listToolkits(readArguments(FORMS.page, args), call),
};

/**
 * Runs a helper tool.
 * @throws ApiError Unprocessable for arguments that do not fit; BadRequest for an address without a user
 */
export function runHelperTool(name: string, args: Values, call: HelperCall): Promise<HelperAnswer> {
  const run = RUNS[name];
  if (!run) throw new Error(`${name} is no helper tool`);
  return run(args, call);
}

/**
 * Runs a helper tool for a client; refusals are results, which the model reads.
 * @throws errors that are bugs of this server
 */
export async function callHelperTool(name: string, args: Values, call: HelperCall): Promise<Members> {
  try {
    const answer = await runHelperTool(name, args, call);
    return toResult(answer, !answer.successful);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return toRefusal(error);
    throw error;
  }
}
