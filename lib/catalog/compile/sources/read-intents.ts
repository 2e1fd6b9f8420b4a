/** Reads how people ask for toolkits and tools: `toolkits/nicknames.yaml` and `toolkits/<slug>/intents.yaml`. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { CompiledTool } from "../../compiled-toolkit";
import { CatalogSourceError } from "../../catalog-source-error";
import { parseYamlFile } from "./parse-yaml-file";
import { ToolSlug } from "./toolkit-file";
import { byAnyName } from "../names/tool-slug";

const FOLDER = "toolkits";
const MAX_PHRASE_LENGTH = 90;
const MAX_PHRASES = 9;

const Phrase = z.string().trim().min(6).max(MAX_PHRASE_LENGTH);
const IntentsFile = z.record(ToolSlug, z.array(Phrase).min(1).max(MAX_PHRASES));
const NicknamesFile = z.record(z.string(), z.array(z.string().min(1).max(40)).min(1).max(12));

export type Intents = z.infer<typeof IntentsFile>;

/**
 * The nicknames of all toolkits.
 * @throws CatalogSourceError
 */
export function readNicknames(root: string): Record<string, string[]> {
  const file = `${FOLDER}/nicknames.yaml`;
  const full = path.join(root, file);
  return existsSync(full) ? parseYamlFile(NicknamesFile, file, readFileSync(full, "utf8")) : {};
}

/**
 * The intents of all toolkits that have some, by toolkit.
 * @throws CatalogSourceError
 */
export function readIntents(root: string): Map<string, Intents> {
  const folders = readdirSync(path.join(root, FOLDER), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return new Map(
    folders.flatMap(({ name }) => {
      const file = `${FOLDER}/${name}/intents.yaml`;
      const full = path.join(root, file);
      return existsSync(full) ? [[name, parseYamlFile(IntentsFile, file, readFileSync(full, "utf8"))] as const] : [];
    }),
  );
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/**
 * Checks a toolkit's intents against its tools. The tool must exist. A phrase must neither be its name nor belong to
 * two tools, which the phrase could not distinguish.
 * @throws CatalogSourceError
 */
export function checkIntents(toolkit: string, intents: Intents, tools: readonly CompiledTool[]): void {
  const bySlug = byAnyName(tools);
  const slugByPhrase = new Map<string, string>();
  const fail = (slug: string, reason: string): never => {
    throw new CatalogSourceError(`${FOLDER}/${toolkit}/intents.yaml`, slug, reason);
  };
  for (const [slug, phrases] of Object.entries(intents)) {
    const tool = bySlug.get(slug) ?? fail(slug, "there is no such tool");
    for (const phrase of phrases) {
      const text = plain(phrase);
      if (text === plain(tool.name))
        fail(slug, `${JSON.stringify(phrase)} is the tool's name, which is searched anyway`);
      const other = slugByPhrase.get(text);
      if (other !== undefined) fail(slug, `${JSON.stringify(phrase)} stands at ${other}, too`);
      slugByPhrase.set(text, slug);
    }
  }
}
