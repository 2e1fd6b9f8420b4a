/** Checks the items of an import against this server before anything is written, and collects all problems. */
import { checkAuthConfigCopy, type CheckedConfig } from "@/lib/auth-configs/auth-config-copy";
import { checkOverrideCopy, type CheckedOverride } from "@/lib/catalog/change-overrides/override-copy";
import { ApiError } from "@/lib/kernel/errors";
import { checkMcpServerCopy, type McpServerCopy } from "@/lib/mcp/servers/mcp-server-copy";
import { checkAddedToolCopy, type CheckedAddition } from "@/lib/own-toolkits/added/added-tool-copy";
import { checkToolkitCopy, type CheckedToolkit } from "@/lib/own-toolkits/toolkit-copy";
import { checkTriggerCopy, type CheckedTrigger } from "@/lib/triggers/instances/trigger-copy";
import { checkSubscriptionCopy, type SubscriptionCopy } from "@/lib/webhooks/subscriptions/subscription-copy";
import type { FileName, ProjectFiles } from "./files.contract";
import { assertNoProblems, type Problem } from "./read-archive";
import {
  fromAddedToolItem,
  fromAuthConfigItem,
  fromMcpServerItem,
  fromOverrideItem,
  fromOwnToolkitItem,
  fromSubscriptionItem,
  fromTriggerItem,
} from "./wire";

/** More problems are not looked for: whoever corrects these sees the next problems. */
const MOST_PROBLEMS = 100;

export type CheckedFiles = {
  overrides: CheckedOverride[];
  configs: CheckedConfig[];
  servers: McpServerCopy[];
  triggers: CheckedTrigger[];
  subscriptions: SubscriptionCopy[];
};

/** The sentences of a refusal with their fix. @throws what is no refusal of a value */
export function toTexts(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.status >= 500) throw error;
  const { errors, suggestedFix } = error.details;
  return (errors ?? [error.message]).map((text) => (suggestedFix ? `${text} ${suggestedFix}` : text));
}

class Checker {
  readonly problems: Problem[] = [];

  /** The results of the items that are right, each checked once for the same `from`. */
  async checkAll<Item extends { from: string }, Result>(
    file: FileName,
    items: readonly Item[],
    check: (item: Item) => Promise<Result> | Result,
  ): Promise<Result[]> {
    const results: Result[] = [];
    const froms = new Set<string>();
    for (const [index, item] of items.entries()) {
      if (this.problems.length >= MOST_PROBLEMS) return results;
      const place = `items.${index}`;
      if (froms.has(item.from))
        this.problems.push({ file, text: `${place}.from: ${item.from} is another item's too. Each needs its own.` });
      froms.add(item.from);
      try {
        results.push(await check(item));
      } catch (error) {
        this.problems.push(...toTexts(error).map((text) => ({ file, text: `${place}: ${text}` })));
      }
    }
    return results;
  }
}

/** Compiles each toolkit. @throws ApiError Unprocessable that names every problem with its place and fix */
export async function checkOwnToolkits(
  projectId: string,
  { "own-toolkits.json": file }: ProjectFiles,
): Promise<CheckedToolkit[]> {
  const checker = new Checker();
  const toolkits = await checker.checkAll("own-toolkits.json", file?.items ?? [], (item) =>
    checkToolkitCopy(projectId, fromOwnToolkitItem(item)),
  );
  assertNoProblems(checker.problems);
  return toolkits;
}

/**
 * Compiles each added tool.
 * @param missing slugs of toolkits that are not stored yet: their tools are left out
 * @throws ApiError Unprocessable that names every problem with its place and fix
 */
export async function checkAddedTools(
  projectId: string,
  { "added-tools.json": file }: ProjectFiles,
  missing: readonly string[] = [],
): Promise<CheckedAddition[]> {
  const checker = new Checker();
  const additions = await checker.checkAll("added-tools.json", file?.items ?? [], async (item) =>
    missing.includes(item.toolkit) ? [] : [await checkAddedToolCopy(projectId, fromAddedToolItem(item))],
  );
  assertNoProblems(checker.problems);
  return additions.flat();
}

/** @throws ApiError Unprocessable that names every problem with its file, place and fix */
export async function checkFiles(projectId: string, files: ProjectFiles): Promise<CheckedFiles> {
  const checker = new Checker();
  const itemsOf = <Name extends Exclude<FileName, "project.json">>(name: Name) =>
    (files[name]?.items ?? []) as NonNullable<ProjectFiles[Name]>["items"];
  const overrides = await checker.checkAll("tool-overrides.json", itemsOf("tool-overrides.json"), (item) =>
    checkOverrideCopy(projectId, fromOverrideItem(item)),
  );
  const configs = await checker.checkAll("auth-configs.json", itemsOf("auth-configs.json"), (item) =>
    checkAuthConfigCopy(projectId, fromAuthConfigItem(item)),
  );
  const servers = await checker.checkAll("mcp-servers.json", itemsOf("mcp-servers.json"), (item) =>
    checkMcpServerCopy(projectId, fromMcpServerItem(item)),
  );
  const triggers = await checker.checkAll("triggers.json", itemsOf("triggers.json"), (item) =>
    checkTriggerCopy(projectId, fromTriggerItem(item)),
  );
  const subscriptions = await checker.checkAll(
    "webhook-subscriptions.json",
    itemsOf("webhook-subscriptions.json"),
    (item) => {
      const copy = fromSubscriptionItem(item);
      checkSubscriptionCopy(copy);
      return copy;
    },
  );
  assertNoProblems(checker.problems);
  return { overrides, configs, servers, triggers, subscriptions };
}
