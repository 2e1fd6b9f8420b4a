/** Runs a tool that is not published: nothing of it is stored, and no other caller reaches it. */
import type { z } from "zod";
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import type { OwnToolkitFacts } from "@/lib/catalog/load/own-toolkit-rows";
import type { CatalogTool, CatalogToolkit } from "@/lib/catalog/read/catalog";
import type { ToolAnswer } from "@/lib/execution/contract";
import { executeChosenTool } from "@/lib/execution/execute-tool";
import type { ExecutionCaller, ExecutionFacts } from "@/lib/execution/execution-facts";
import { ApiError } from "@/lib/kernel/errors";
import { now } from "@/lib/kernel/time/clock";
import { compileFreeTool } from "./create-added-tool";
import { assertAddressesStay } from "../assert-addresses-stay";
import { effectOf } from "../compile/compile-job";
import { compileDraftTool } from "../drafts";
import type { addedToolsApi } from "./contract";

type Answer = z.output<typeof ToolAnswer>;
type DraftInput = z.output<typeof addedToolsApi.tryOwnToolkit.body>;
type AdditionInput = z.output<typeof addedToolsApi.tryAddedTool.body>;
type RunInput = Pick<DraftInput, "arguments" | "connected_account_id" | "confirmed">;

/** In the log, in place of a version. */
const VERSION = "draft";

function assertConfirmed(tool: CompiledTool, { confirmed: isConfirmed }: RunInput): void {
  if (isConfirmed || effectOf(tool) !== "destroy") return;
  throw new ApiError("Unprocessable", `${tool.slug} deletes something at its provider.`, {
    errors: ["confirmed: must be true for a tool that deletes something"],
    suggestedFix: "Send confirmed if that is what you want.",
    headers: { "x-should-retry": "false" },
  });
}

/** Without an account, nothing of a sign-in is sent, and the toolkit is for everybody who can make it. */
function withoutSignIn(toolkit: CatalogToolkit): CatalogToolkit {
  const { onlyUser: _, ...meta } = toolkit.meta;
  return { ...toolkit, meta, authSchemes: [], noAuth: true };
}

function run(
  caller: ExecutionCaller,
  compiledTool: CompiledTool,
  toolkit: CatalogToolkit,
  input: RunInput,
  facts: ExecutionFacts,
): Promise<Answer> {
  assertConfirmed(compiledTool, input);
  const account = input.connected_account_id || undefined;
  // Other names would let it pass for a tool that an auth config allows.
  const place = {
    projectId: caller.projectId,
    toolkitSlug: toolkit.slug,
    version: VERSION,
    isLatest: false,
    aliases: [],
    onlyUser: account ? (toolkit.meta.onlyUser ?? null) : null,
  };
  const tool: CatalogTool = { ...compiledTool, ...place };
  return executeChosenTool(
    caller,
    { tool, toolkit: account ? toolkit : withoutSignIn(toolkit), calledAs: tool.slug },
    { arguments: input.arguments, response: {}, ...(account && { connected_account_id: account }) },
    facts,
  );
}

const toToolkit = (projectId: string, facts: OwnToolkitFacts): CatalogToolkit => ({
  ...{ ...facts, id: `${projectId}/${facts.slug}`, projectId, kind: "custom", logo: facts.logo ?? "" },
  ...{ appUrl: facts.appUrl ?? null, baseUrl: facts.baseUrl ?? null, version: VERSION, availableVersions: [] },
  ...{ toolsCount: 1, triggersCount: 0, currentUserEndpoint: facts.currentUserEndpoint ?? null },
  ...{ createdAt: now(), updatedAt: now(), versionsSince: [] },
});

/**
 * Runs one tool of a draft, also of a draft that is not stored.
 * @throws ApiError NotFound for an unknown toolkit or tool; Unprocessable if nothing can be compiled, and for a tool
 *   that deletes something without `confirmed`; Conflict if an account's credentials would go to another address; as
 *   `executeTool`
 */
export async function tryDraftTool(
  caller: ExecutionCaller,
  slug: string,
  { tool_slug: toolSlug, document, settings, ...input }: DraftInput,
  facts: ExecutionFacts,
): Promise<Answer> {
  const { projectId } = caller;
  const draft = { settings, ...(document !== undefined && { document }) };
  const compiled = await compileDraftTool(projectId, slug, draft, toolSlug, facts.signal);
  if (!compiled.facts || compiled.picked === null)
    throw new ApiError("NotFound", `The draft of ${slug} has no tool ${JSON.stringify(toolSlug)}.`, {
      suggestedFix: "Preview the draft to see its tools.",
    });
  if (input.connected_account_id) await assertAddressesStay(projectId, slug, compiled.facts);
  const tool = JSON.parse(compiled.picked) as CompiledTool;
  return run(caller, tool, toToolkit(projectId, compiled.facts), input, facts);
}

/**
 * Runs a tool by hand that is not added to its toolkit yet, or changed.
 * @throws ApiError as `createAddedTool`, `tryDraftTool`
 */
export async function tryAddedTool(
  caller: ExecutionCaller,
  { toolkit_slug: toolkitSlug, tool, ...input }: AdditionInput,
  facts: ExecutionFacts,
): Promise<Answer> {
  const { projectId } = caller;
  const { compiled, toolkit } = await compileFreeTool(projectId, toolkitSlug, tool);
  return run(caller, compiled, toolkit, input, facts);
}
