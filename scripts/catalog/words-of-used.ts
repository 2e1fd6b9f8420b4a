/** Checks that the most used toolkits describe each tool and each argument. */
import { readFileSync } from "node:fs";
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import type { CompiledFile } from "@/lib/catalog/load/to-copy-text";
import { parseYamlFile } from "@/lib/catalog/compile/sources/parse-yaml-file";
import { PopularityFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { inRoot } from "../paths.mjs";

const MOST_USED = 60;
/** These toolkits offer the tools of others, with the same texts. */
const MIRRORS = ["slackbot", "googlesuper"];
const LEAST = 25;

const TAGS = "a|b|br|code|div|em|h[1-6]|i|img|li|ol|p|pre|span|strong|table|t[dhr]|ul";
/** Markup that only a web page renders; placeholders such as `<name>` are allowed. */
const MARKUP = new RegExp(
  String.raw`</?(?:${TAGS})(?:\s[^>]*)?/?>|&(?:[a-z]{2,8}|#\d+);|\]\(|\*\*|` + "`{3}|^#{1,6} ",
  "im",
);
const CODE = /`[^`\n]+`/g;

const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
/** Whether a text still contains HTML or Markdown. */
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

/** Problems in the texts of the tools of the sixty most used toolkits, and of the toolkits that mirror them. */
export function wordProblemsOfUsed(toolkits: readonly CompiledFile["toolkit"][]): string[] {
  const file = "toolkits/popularity.yaml";
  const { toolkits: order } = parseYamlFile(PopularityFile, file, readFileSync(inRoot(file), "utf8"));
  const mostUsed = new Set([...order.slice(0, MOST_USED), ...MIRRORS]);
  return toolkits
    .filter(({ slug }) => mostUsed.has(slug))
    .flatMap(({ tools }) => tools.filter(({ deprecated }) => !deprecated).flatMap(problemsOf));
}
