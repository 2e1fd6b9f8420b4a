/** The management server: an MCP endpoint with which a coding agent sets a project up, by the operations of the API. */
import { permissionsOf } from "@/lib/access/roles";
import type { ProjectCaller } from "@/lib/access/caller";
import { findCallerByApiKey } from "@/lib/access/keys/api-keys";
import { limitedOf } from "@/lib/access/keys/limited-of";
import { ApiError } from "@/lib/kernel/errors";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { VERSION } from "@/lib/kernel/process/version";
import { CODE, RpcError } from "@/lib/mcp-protocol/rpc";
import type { McpSurface, Members } from "@/lib/mcp-protocol/surface";
import { addressOf } from "../../api-door/address-of";
import type { Open } from "../admitted";
import { callOperation, type CallContext } from "./call-operation";
import type { Prepared } from "./managed-tool";

const INSTRUCTIONS =
  "Sets up one project of Patchbay, the integration platform that this server belongs to, and looks after it.\n" +
  "The usual way: find the toolkit (list_toolkits, get_toolkit), create an auth config, " +
  "give each user a link (create_connect_link), and wait until their account is ACTIVE (list_connected_accounts). " +
  "Then try a tool (execute_tool), or make an MCP server and addresses for its users.\n" +
  "When something failed, read list_tool_logs first; when no event comes, diagnose_trigger. " +
  "Ask before you delete something: nothing brings it back.";

/** Texts are what a model reads; an answer of the API is JSON already. */
const toResult = (text: string, failed: boolean): Members => ({
  content: [{ type: "text", text }],
  ...(failed && { isError: true }),
});

/** The sentence of an error of the API, with what is wrong where and what to do. */
function toErrorText(text: string): string {
  const body: unknown = JSON.parse(text);
  const error = isObject(body) && isObject(body.error) ? body.error : {};
  const { message, suggested_fix: fix, errors } = error;
  const list = Array.isArray(errors) ? errors.map((error) => `- ${String(error)}`) : [];
  return [message, ...list, fix].filter(Boolean).join("\n");
}

async function call(prepared: Prepared, input: Values, context: CallContext): Promise<Members> {
  try {
    const { status, text } = await callOperation(prepared, input, context);
    return status < 400 ? toResult(text, false) : toResult(toErrorText(text), true);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return toResult([error.message, error.details.suggestedFix].filter(Boolean).join(" "), true);
  }
}

/** @param tools those that the caller's key allows */
const toSurface = (tools: ReadonlyMap<string, Prepared>, context: Omit<CallContext, "signal">): McpSurface => ({
  serverInfo: { name: "patchbay-manage", title: "Patchbay: set up and look after a project", version: VERSION },
  instructions: async () => INSTRUCTIONS,
  listTools: async () => ({ tools: [...tools.values()].map(({ definition }) => definition) }),
  callTool: ({ name, arguments: input }, { signal }) => {
    const prepared = tools.get(name);
    if (!prepared) throw new RpcError(CODE.invalidParams, `Unknown tool: ${name.slice(0, 200)}.`);
    return call(prepared, { ...input }, { ...context, signal });
  },
});

const unauthorized = (message: string) =>
  new ApiError("Unauthorized", message, {
    suggestedFix: "Send a key of the project in the header x-api-key, or as Authorization: Bearer.",
    headers: { "www-authenticate": "Bearer" },
  });

async function requireCaller(key: string | undefined, address: string | undefined): Promise<ProjectCaller> {
  const caller = key === undefined ? null : await findCallerByApiKey(key, () => address);
  if (caller) return caller;
  throw unauthorized(
    key === undefined
      ? "This MCP endpoint takes no sign-in (OAuth). It needs an API key."
      : "The API key is unknown, expired or revoked.",
  );
}

/** @param all the tools there are, whoever calls */
export const openManagement =
  (all: () => readonly Prepared[], requestId: string): Open =>
  async (request, key) => {
    const peer = addressOf(request);
    const caller = await requireCaller(key, peer);
    const allowed = permissionsOf(caller);
    const isLimited = limitedOf(caller) !== undefined;
    const tools = all().filter(
      ({ route: { op, hasReach } }) =>
        (!isLimited || hasReach) && [op.permission, ...(op.also ?? [])].every((permission) => allowed.has(permission)),
    );
    // The operation records who called it, and knows nothing of a proxy in front of this server.
    const context = { key: key ?? "", requestId, peer };
    const surface = toSurface(new Map(tools.map((tool) => [tool.definition.name, tool])), context);
    return { caller, surface, offersOperations: true };
  };
