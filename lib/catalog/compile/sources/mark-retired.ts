/** Marks tools whose operations a provider has ended or will end, as `toolkits/retired.yaml` lists them. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { CompiledTool } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";
import { toRetirementNotice } from "../../tool-request";
import { schemaText } from "../descriptions/schema-text";
import { parseYamlFile } from "./parse-yaml-file";
import { ToolSlug } from "./toolkit-file";
import { byAnyName } from "../names/tool-slug";

export const RETIRED_FILE = "toolkits/retired.yaml";

const MAX_DESCRIPTION = 1024;

const RetiredGroup = z.strictObject({
  /** The event, as continuation of "because": `GitHub ended classic projects`. */
  because: z.string().min(1),
  /** The day from which on the provider refuses it or does nothing. */
  from: z.iso.date(),
  /** The provider's announcement. */
  source: z.url(),
  /** For whom it ends, if not for everybody: `apps in development mode`. Its tools are not deprecated. */
  whom: z.string().min(1).optional(),
  /** Each tool and its replacement in the same toolkit; `none` if the provider offers nothing. `*`: all tools. */
  tools: z.record(z.union([ToolSlug, z.literal("*")]), z.union([z.literal("none"), ToolSlug])),
});
export type RetiredGroup = z.infer<typeof RetiredGroup>;

/** Toolkit to what ended there. */
export const RetiredFile = z.record(z.string(), z.array(RetiredGroup).min(1));
export type RetiredFile = z.infer<typeof RetiredFile>;

/** `root` is the project's folder. */
export const readRetired = (root: string): RetiredFile =>
  parseYamlFile(RetiredFile, RETIRED_FILE, readFileSync(path.join(root, RETIRED_FILE), "utf8"));

/**
 * Marks the tools as deprecated, and adds when, why and the replacement to them and to their descriptions.
 * @param named the tools that are offered first; no retired tool can be among them
 * @throws CatalogSourceError for a missing tool, and for a replacement that is missing or deprecated
 */
export function markRetired(
  tools: CompiledTool[],
  slug: string,
  groups: readonly RetiredGroup[],
  named: readonly string[],
): void {
  const bySlug = byAnyName(tools);
  const all = groups.flatMap(({ tools: entries, ...group }) =>
    Object.entries(entries).flatMap(([name, use]) =>
      (name === "*" ? tools.map((tool) => tool.slug) : [name]).map((toolName) => ({ name: toolName, use, ...group })),
    ),
  );
  const fail = (name: string, reason: string): never => {
    throw new CatalogSourceError(RETIRED_FILE, `${slug}.${name}`, reason);
  };
  for (const { name, because, from, use, whom } of all) {
    const tool = bySlug.get(name) ?? fail(name, "there is no such tool");
    const instead = use === "none" ? {} : { use: bySlug.get(use)?.slug ?? use };
    const retires = { from, because, ...(whom && { whom }), ...instead };
    tool.run = { ...tool.run, retires };
    const notice = toRetirementNotice(retires);
    const description = whom
      ? `${tool.description.replace(/[^.!?]$/, "$&.")} ${notice}`
      : `${notice} ${tool.description}`;
    tool.description = schemaText(description, MAX_DESCRIPTION) ?? tool.description;
    if (whom) continue;
    if ([tool.slug, ...tool.aliases].some((name) => named.includes(name)))
      fail(name, "it is named as important or as much used");
    tool.deprecated = true;
  }
  for (const { name, use } of all) {
    if (use === "none") continue;
    const replacement = bySlug.get(use) ?? fail(name, `there is no tool ${use} to use instead`);
    if (replacement.deprecated) fail(name, `${use}, to be used instead, is deprecated itself`);
  }
}
