/** Runs a tool for an MCP client: with whose account, and how its end is told. */
import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import type { ConfigAccess } from "@/lib/auth-configs/tool-access";
import type { CatalogueTool } from "@/lib/catalog/catalogue";
import { findAccountOfConfigs, findAccountPlaces } from "@/lib/connected-accounts/account-of-config";
import { executeTool } from "@/lib/execution/execute-tool";
import type { ExecutionCaller, ExecutionFacts } from "@/lib/execution/trace";
import { ApiError } from "@/lib/kernel/errors";
import type { Audience } from "./audience";

type Call = {
  caller: ExecutionCaller;
  audience: Audience;
  configs: readonly ConfigAccess[];
  tool: CatalogueTool;
  noAuth: boolean;
  arguments: Record<string, unknown>;
  facts: ExecutionFacts;
};

const noAccount = (message: string, suggestedFix: string) =>
  new ApiError("BadRequest", message, { code: 1803, slug: "ActionExecute_ConnectedAccountNotFound", suggestedFix });

/** The account that the address names for this toolkit; only those of the server's auth configs count where it has some for the toolkit. */
async function namedAccount(
  projectId: string,
  toolkit: string,
  { connectedAccountIds, userId }: Audience,
  own: readonly string[],
): Promise<string | undefined> {
  const places = (await findAccountPlaces(projectId, connectedAccountIds)).filter(
    ({ toolkitSlug }) => toolkitSlug === toolkit,
  );
  const found = places.find(({ authConfigId }) => own.length === 0 || own.includes(authConfigId));
  if (found) return found.id;
  // An address may name a user, and accounts for some of the toolkits.
  if (!places[0] && userId !== undefined) return undefined;
  throw noAccount(
    places[0]
      ? `The connected account ${places[0].id} belongs to none of this MCP server's auth configs for ${toolkit}.`
      : `None of the connected accounts of this address is an account of ${toolkit}.`,
    `Add the id of an account of ${toolkit} to connected_account_ids in the address of this MCP server.`,
  );
}

/** The account to ask for; undefined where the executor may choose, or no account is needed. */
async function chooseAccount({
  caller: { projectId },
  audience,
  configs,
  tool: { toolkitSlug },
  noAuth,
}: Call): Promise<string | undefined> {
  // Servers mix toolkits with and without accounts.
  if (noAuth) return undefined;
  const own = configs.filter((config) => config.toolkitSlug === toolkitSlug).map(({ id }) => id);
  const named =
    audience.connectedAccountIds.length > 0 ? await namedAccount(projectId, toolkitSlug, audience, own) : undefined;
  if (named) return named;
  if (own.length === 0 || audience.userId === undefined) return undefined;
  const account = await findAccountOfConfigs(projectId, audience.userId, own);
  if (account) return account;
  throw noAccount(
    `The user ${audience.userId} has no connected ${toolkitSlug} account of this MCP server's auth configs (${own.join(", ")}).`,
    `Connect it with POST /api/v3/connected_accounts/link and auth_config_id ${own[0] ?? ""}.`,
  );
}

const toResult = (answer: Record<string, unknown>, failed: boolean): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(answer) }],
  structuredContent: answer,
  ...(failed && { isError: true }),
});

/** What the caller can mend is told to the model, which only reads results: a protocol error would end its work. */
function toRefusal(error: ApiError): CallToolResult {
  const { suggestedFix, errors, code } = error.details;
  return toResult(
    {
      data: {},
      error: error.message,
      successful: false,
      code: code ?? error.status,
      ...(suggestedFix && { suggested_fix: suggestedFix }),
      ...(errors && { errors }),
    },
    true,
  );
}

/**
 * Executes the tool. Failures of the provider and refusals of the platform are results with `isError`.
 * @throws what is no ApiError, and ApiErrors that are our own failures
 */
export async function callTool(call: Call): Promise<CallToolResult> {
  const { caller, audience, tool, facts } = call;
  const replay = { seen: false };
  try {
    const account = await chooseAccount(call);
    const answer = await executeTool(
      caller,
      tool.slug,
      {
        arguments: call.arguments,
        ...(audience.userId !== undefined && { user_id: audience.userId }),
        ...(account && { connected_account_id: account }),
      },
      {
        ...facts,
        onReplay: () => {
          replay.seen = true;
        },
      },
    );
    return { ...toResult(answer, !answer.successful), ...(replay.seen && { _meta: { "idempotency-replayed": true } }) };
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return toRefusal(error);
    throw error;
  }
}
