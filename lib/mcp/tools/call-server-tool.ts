/** Runs a tool for an MCP client: chooses the account, and turns the outcome into an MCP result. */
import type { ConfigAccess } from "@/lib/auth-configs/config-access";
import type { CatalogTool } from "@/lib/catalog/read/catalog";
import { chooseVersion } from "@/lib/catalog/read/chosen-tool";
import { executeChosenTool } from "@/lib/execution/execute-tool";
import type { ExecutionCaller, ExecutionFacts } from "@/lib/execution/execution-facts";
import { ApiError } from "@/lib/kernel/errors";
import { RawObject, type Ask, type Members } from "@/lib/mcp-protocol/surface";
import type { Audience } from "../addresses/audience";
import { isNoAccount } from "@/lib/connected-accounts/accounts/account-row";
import { readAnswerWishes } from "./read-answer-wishes";

type Call = {
  caller: ExecutionCaller;
  audience: Audience;
  configs: readonly ConfigAccess[];
  tool: CatalogTool;
  serverId: string;
  arguments: Record<string, unknown>;
  facts: ExecutionFacts;
  /** `_meta` of the request. */
  meta: Readonly<Record<string, unknown>>;
  /** Called instead of the refusal if the user has no account that works. */
  unconnected?: (refusal: Members) => Promise<Members | Ask>;
};

/** The response as data and, for older clients, as text. Concatenated from one text, because it can be large. */
export function toResult(answer: Record<string, unknown>, failed: boolean, replayed = false): Members {
  const text = JSON.stringify(answer);
  if (!replayed) {
    const content = `[{"type":"text","text":${JSON.stringify(text)}}]`;
    return new RawObject(`{"content":${content},"structuredContent":${text}${failed ? ',"isError":true' : ""}}`);
  }
  return {
    content: [{ type: "text", text }],
    structuredContent: answer,
    ...(failed && { isError: true }),
    _meta: { "idempotency-replayed": true },
  };
}

/** Errors that the caller can correct become results, which the model reads; a protocol error would end its work. */
export function toRefusal(error: ApiError): Members {
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
 * Executes the tool. Failures of the provider and refusals of this server are results with `isError`.
 * @throws errors that are bugs of this server
 */
export async function callServerTool(call: Call): Promise<Members | Ask> {
  const { caller, audience, tool, facts, unconnected } = call;
  const toolkitConfigs = call.configs.filter(({ toolkitSlug }) => toolkitSlug === tool.toolkitSlug);
  const replay = { seen: false };
  try {
    const version = await chooseVersion(caller.projectId, tool, tool.slug, facts.versions ?? {});
    const answer = await executeChosenTool(
      caller,
      { calledAs: tool.slug, ...version },
      {
        arguments: call.arguments,
        ...readAnswerWishes(call.meta),
        ...(audience.userId !== undefined && { user_id: audience.userId }),
      },
      // Object.assign, because V8 adds each property after a spread by its slow path.
      Object.assign({}, facts, {
        mcpServerId: call.serverId,
        accountRules: { accountIds: audience.connectedAccountIds, authConfigIds: toolkitConfigs.map(({ id }) => id) },
        onReplay: () => {
          replay.seen = true;
        },
      }),
    );
    return toResult(answer, !answer.successful, replay.seen);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const refusal = toRefusal(error);
    return unconnected && isNoAccount(error) ? unconnected(refusal) : refusal;
  }
}
