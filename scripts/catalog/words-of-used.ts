/** Whether the most used toolkits say of each tool what it does and of each argument what to write there. */
import { readFileSync } from "node:fs";
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import type { CompiledFile } from "@/lib/catalog/install-catalog";
import { parseYamlFile } from "@/lib/catalog/compile/sources/parse-yaml-file";
import { PopularityFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { inRoot } from "../paths.mjs";

const MOST_USED = 60;
/** They offer the tools of others, and with them their words. */
const MIRRORS = ["slackbot", "googlesuper"];
const LEAST = 25;

/** What only a web page reads as something else than text; placeholders such as `<name>` may stay. */
const MARKUP =
  /<\/?(?:a|b|br|code|div|em|h[1-6]|i|img|li|ol|p|pre|span|strong|table|t[dhr]|ul)(?:\s[^>]*)?\/?>|&(?:[a-z]{2,8}|#\d+);|\]\(|\*\*|`{3}|^#{1,6} /im;
const CODE = /`[^`\n]+`/g;

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
/** Whether HTML or Markdown is left in a text. */
export const isMarked = (text: string): boolean => MARKUP.test(text.replace(CODE, ""));

function problemsOf({ slug, name, description, inputSchema }: CompiledTool): string[] {
  const isSilent = description.length < LEAST || letters(description) === letters(name);
  return [
    ...(isSilent ? [`${slug} says no more than its name`] : []),
    ...(isMarked(description) ? [`${slug} has markup`] : []),
    ...Object.entries(inputSchema.properties).flatMap(([key, argument]) => [
      ...(argument.description ? [] : [`${slug}.${key} has no description`]),
      ...(isMarked(argument.description ?? "") ? [`${slug}.${key} has markup`] : []),
    ]),
  ];
}

/** What lacks words among the tools of the sixty most used toolkits, and of those that mirror them. */
export function wordProblemsOfUsed(toolkits: readonly CompiledFile["toolkit"][]): string[] {
  const file = "toolkits/popularity.yaml";
  const { toolkits: order } = parseYamlFile(PopularityFile, file, readFileSync(inRoot(file), "utf8"));
  const used = new Set([...order.slice(0, MOST_USED), ...MIRRORS]);
  return toolkits
    .filter(({ slug }) => used.has(slug))
    .flatMap(({ tools }) => tools.filter(({ deprecated }) => !deprecated).flatMap(problemsOf));
}
