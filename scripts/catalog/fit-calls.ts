/**
 * Reads calls of an existing program from a file and reports for each whether it would run. Needs the compiled catalog,
 * but neither a database nor a server.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import type { CompiledTool } from "@/lib/catalog/compiled-toolkit";
import type { CompiledFile } from "@/lib/catalog/load/to-copy-text";
import { nearest } from "@/lib/catalog/read/nearest";
import {
  judgeCalls,
  type CheckedCalls,
  type FoundTool,
  type JudgedCall,
  type Outcome,
} from "@/lib/execution/fit/judge-calls";
import { readCalls } from "@/lib/execution/fit/read-calls";
import { ApiError } from "@/lib/kernel/errors";
import { inRoot } from "../paths.mjs";

const MANIFEST = inRoot(".cache", "catalog", "manifest.json");
const MAX_BYTES = 100 * 2 ** 20;
const MAX_CALLS = 100_000;
const CALLS_SHOWN = 200;

const WORDS: Record<Outcome, string> = {
  fits: "fits",
  translated: "translated",
  ignored: "with warnings",
  fails: "would fail",
  not_a_tool: "no tool of here",
};

type Manifest = { toolkits: { slug: string; file: string }[] };

const screaming = (slug: string): string =>
  slug
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^_+/, "");

const toDay = (time: Date): string => `on ${time.toISOString().slice(0, 16).replace("T", " at ")} UTC`;

/** Finds a slug's tool in the compiled files of the toolkits whose name the slug begins with; reads each file once. */
function toolFinder(manifest: Manifest): (slug: string) => FoundTool {
  const read = new Map<string, CompiledTool[]>();
  const toolsOf = (file: string): CompiledTool[] => {
    const tools = read.get(file) ?? (JSON.parse(readFileSync(file, "utf8")) as CompiledFile).toolkit.tools;
    read.set(file, tools);
    return tools;
  };
  return (slug) => {
    const tools = manifest.toolkits
      .filter((toolkit) => slug.startsWith(`${screaming(toolkit.slug)}_`))
      .flatMap(({ file }) => toolsOf(file));
    const tool = tools.find((tool) => tool.slug === slug) ?? tools.find((tool) => tool.aliases.includes(slug));
    if (tool) return { tool };
    const near = nearest(
      slug,
      tools.map((tool) => tool.slug),
      3,
    );
    return { problem: `There is no tool ${slug}.${near.length > 0 ? ` Similar: ${near.join(", ")}.` : ""}` };
  };
}

function printCall({ call, tool, outcome, moved, warnings, errors }: JudgedCall): void {
  console.log(`${String(call).padStart(6)}  ${WORDS[outcome].padEnd(15)} ${tool}`);
  for (const { from, to } of moved) console.log(`          ${from} -> ${to}`);
  for (const text of [...warnings, ...errors]) console.log(`          ${text}`);
}

function print({ summary, calls }: CheckedCalls, showAll: boolean): void {
  const visible = showAll ? calls : calls.filter(({ outcome }) => outcome !== "fits");
  for (const call of showAll ? visible : visible.slice(0, CALLS_SHOWN)) printCall(call);
  if (!showAll && visible.length > CALLS_SHOWN)
    console.log(`... and ${visible.length - CALLS_SHOWN} more; --all shows every call`);
  const counts = Object.entries(summary) as [Outcome, number][];
  const words = counts.flatMap(([outcome, count]) =>
    count > 0 ? [`${count} ${outcome === "fits" && count > 1 ? "fit" : WORDS[outcome]}`] : [],
  );
  console.log(`${calls.length} ${calls.length === 1 ? "call" : "calls"}: ${words.join(", ")}`);
}

/** Returns the exit code: 1 if a call would fail, 2 if the file cannot be read. */
export async function fitCalls(
  file: string | undefined,
  { asJson, showAll, manifest: manifestFile = MANIFEST }: { asJson: boolean; showAll: boolean; manifest?: string },
): Promise<number> {
  const fail = (problem: string): number => (console.error(problem), 2);
  if (file === undefined) return fail("Name a file of calls: npm run catalog:fit -- calls.json");
  if (!existsSync(file)) return fail(`${file} is not there. Name a file of calls: npm run catalog:fit -- calls.json`);
  if (statSync(file).size > MAX_BYTES) return fail(`${file} is larger than 100 MB; give it in parts.`);
  if (!existsSync(manifestFile))
    return fail("The catalog is not compiled yet. Write first: npm run catalog -- --compile-only");
  try {
    const calls = readCalls(readFileSync(file, "utf8"), MAX_CALLS);
    const result = await judgeCalls(calls, toolFinder(JSON.parse(readFileSync(manifestFile, "utf8")) as Manifest));
    if (asJson) console.log(JSON.stringify(result, null, 2));
    else print(result, showAll);
    // If the catalog was compiled before the last update, some tools have changed since.
    if (!asJson) console.log(`Judged by the catalog that was compiled ${toDay(statSync(manifestFile).mtime)}.`);
    return result.summary.fails > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return fail(`${error.message}\n${error.details.suggestedFix ?? ""}`);
  }
}
