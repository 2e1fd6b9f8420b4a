/** Writes the checked items of an import in one transaction, in the order in which they refer to each other. */
import { assertKeepsProtection } from "@/lib/access/projects/assert-keeps-protection";
import { lockConfig, updateProjectConfigIn } from "@/lib/access/projects/projects";
import { memberOf, type ProjectCaller } from "@/lib/access/caller";
import { toConfigPatch } from "@/lib/access/wire";
import { findKnownConfigIds, storeAuthConfigCopy, type CheckedConfig } from "@/lib/auth-configs/auth-config-copy";
import { storeOverrideCopy, type CheckedOverride } from "@/lib/catalog/change-overrides/override-copy";
import type { Db } from "@/lib/kernel/database/db";
import { storeMcpServerCopy, type McpServerCopy } from "@/lib/mcp/servers/mcp-server-copy";
import { storeTriggerCopy, type CheckedTrigger } from "@/lib/triggers/instances/trigger-copy";
import { storeSubscriptionCopy, type SubscriptionCopy } from "@/lib/webhooks/subscriptions/subscription-copy";
import { toTexts, type CheckedFiles } from "./check-files";
import type { CopiedIds } from "./copied-ids";
import type { FileName, FileOf } from "./files.contract";
import type { ReportWriter } from "./report-writer";
import type { Problem } from "./read-archive";
import { toSettings } from "./wire";

const WAITS = {
  account: ({ account }: CheckedTrigger["copy"]) =>
    `It was not made: ${account.userId} has no account of ${account.toolkitSlug} here. Import again when they connected.`,
  endpoint: ({ slug, account }: CheckedTrigger["copy"]) =>
    `It was not made: the app of ${account.toolkitSlug} needs a webhook endpoint first. ` +
    `Then set it up with POST /api/v3/trigger_instances/${slug}/upsert.`,
};

export class ImportWriter {
  readonly problems: Problem[] = [];

  constructor(
    private readonly tx: Db,
    private readonly caller: ProjectCaller,
    private readonly ids: CopiedIds,
    private readonly report: ReportWriter,
  ) {}

  /** Stores one item; a refusal becomes a problem of its file. */
  private async store(file: FileName, index: number, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.problems.push(...toTexts(error).map((text) => ({ file, text: `items.${index}: ${text}` })));
    }
  }

  async storeAll({ overrides, configs, servers, triggers, subscriptions }: CheckedFiles): Promise<void> {
    for (const [index, override] of overrides.entries())
      await this.store("tool-overrides.json", index, () => this.storeOverride(override));
    for (const [index, config] of configs.entries())
      await this.store("auth-configs.json", index, () => this.storeConfig(config));
    const configIds = await this.findConfigIds(servers, triggers);
    for (const [index, server] of servers.entries())
      await this.store("mcp-servers.json", index, () => this.storeServer(server, index, configIds));
    for (const [index, trigger] of triggers.entries())
      await this.store("triggers.json", index, () => this.storeTrigger(trigger, configIds));
    for (const [index, subscription] of subscriptions.entries())
      await this.store("webhook-subscriptions.json", index, () => this.storeSubscription(subscription));
  }

  private async storeOverride(override: CheckedOverride): Promise<void> {
    await storeOverrideCopy(this.tx, this.caller.projectId, override);
    this.report.count("tool-overrides.json", override.change);
  }

  private async storeConfig(checked: CheckedConfig): Promise<void> {
    const { projectId } = this.caller;
    const { id: from } = checked.copy;
    const before = { id: this.ids.find("auth_configs", from), createdBy: memberOf(this.caller) ?? null };
    const { id, change } = await storeAuthConfigCopy(this.tx, projectId, checked, before);
    await this.ids.save("auth_configs", from, id);
    this.report.count("auth-configs.json", change);
    if (change !== "created" || checked.missing.length === 0) return;
    const text = `${checked.copy.name} is disabled. Fill in ${checked.missing.join(", ")}, then enable it.`;
    this.report.ask("auth-configs.json", { from, id, text });
  }

  /** The ids of this project's auth configs by those that the files call them by. */
  private async findConfigIds(
    servers: readonly McpServerCopy[],
    triggers: readonly CheckedTrigger[],
  ): Promise<ReadonlyMap<string, string>> {
    const named = [
      ...servers.flatMap(({ authConfigIds }) => authConfigIds),
      ...triggers.map(({ copy }) => copy.account.authConfigId),
    ];
    const idByName = new Map(named.map((from) => [from, this.ids.find("auth_configs", from)]));
    const projectIds = await findKnownConfigIds(this.tx, this.caller.projectId, [...new Set(idByName.values())]);
    return new Map([...idByName].filter(([, id]) => projectIds.has(id)));
  }

  private async storeServer(copy: McpServerCopy, index: number, configIds: ReadonlyMap<string, string>): Promise<void> {
    const missing = copy.authConfigIds.filter((from) => !configIds.has(from));
    if (missing.length > 0) {
      const text = `${missing[0]} is neither in auth-configs.json nor in this project. Import it too, or leave it out.`;
      this.problems.push({ file: "mcp-servers.json", text: `items.${index}.auth_configs: ${text}` });
      return;
    }
    const authConfigIds = copy.authConfigIds.flatMap((from) => configIds.get(from) ?? []);
    const before = this.ids.find("mcp_servers", copy.id);
    const { id, change } = await storeMcpServerCopy(this.tx, this.caller.projectId, { ...copy, authConfigIds }, before);
    await this.ids.save("mcp_servers", copy.id, id);
    this.report.count("mcp-servers.json", change);
  }

  private async storeTrigger(checked: CheckedTrigger, configIds: ReadonlyMap<string, string>): Promise<void> {
    const { copy } = checked;
    const authConfigId = configIds.get(copy.account.authConfigId) ?? "";
    const result = await storeTriggerCopy(
      this.tx,
      this.caller.projectId,
      { ...checked, copy: { ...copy, account: { ...copy.account, authConfigId } } },
      this.ids.find("triggers", copy.id),
    );
    const from = copy.id;
    if ("leftOut" in result) {
      this.report.count("triggers.json", "left_out");
      return this.report.ask("triggers.json", { from, id: null, text: WAITS[result.leftOut](copy) });
    }
    await this.ids.save("triggers", from, result.id);
    this.report.count("triggers.json", result.change);
    if (result.change === "created")
      this.report.ask("triggers.json", {
        from,
        id: result.id,
        text: `${copy.slug} is off. Switch it on when it may run.`,
      });
  }

  private async storeSubscription(copy: SubscriptionCopy): Promise<void> {
    const before = this.ids.find("webhook_subscriptions", copy.id);
    const { id, change } = await storeSubscriptionCopy(this.tx, this.caller.projectId, copy, before);
    await this.ids.save("webhook_subscriptions", copy.id, id);
    this.report.count("webhook-subscriptions.json", change);
    if (change !== "created") return;
    const text = `It is paused and has a secret of its own. Give that to ${copy.url}, then resume it.`;
    this.report.ask("webhook-subscriptions.json", { from: copy.id, id, text });
  }

  /** @throws ApiError Forbidden for switches that protect the project, unless the caller may change them */
  async storeSettings({ settings }: FileOf<"project.json">): Promise<void> {
    const { projectId } = this.caller;
    const before = toSettings(await lockConfig(this.tx, projectId));
    const isSame = Object.entries(settings).every(
      ([name, value]) => JSON.stringify(before[name as keyof typeof before] ?? "") === JSON.stringify(value ?? ""),
    );
    this.report.count("project.json", isSame ? "unchanged" : "updated");
    if (isSame) return;
    const patch = toConfigPatch(settings);
    await updateProjectConfigIn(this.tx, projectId, patch, (config) =>
      assertKeepsProtection(this.caller, config, patch),
    );
  }
}
