/** Whether calls of an existing program would run here, by the same rules as an execution. */
import type { z } from "zod";
import { readPath } from "@/lib/catalog/argument-alias";
import { ApiError } from "@/lib/kernel/errors";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { prepareArguments, type CheckedTool } from "../request/arguments";
import { findArgumentTarget } from "../request/argument-names";
import { shownName } from "../request/argument-problems";
import { wrapOf } from "../request/wrapped-arguments";
import type { fitApi } from "./contract";
import type { WrittenCall } from "./read-calls";

export type CheckedCalls = z.output<typeof fitApi.checkCalls.response>;
export type JudgedCall = CheckedCalls["calls"][number];
export type Outcome = JudgedCall["outcome"];

/** The tool of a name, or the reason why there is no tool. */
export type FoundTool = { tool: CheckedTool } | { problem: string };

const MOST_MOVED = 100;
/** Maximum of reported problems, and of warnings, of a call. */
const MOST_TOLD = 5;
/** Others wait no longer than this for their turn. */
const TURN_MS = 20;

const limited = (texts: readonly string[]): string[] =>
  texts.length <= MOST_TOLD ? [...texts] : [...texts.slice(0, MOST_TOLD), `And ${texts.length - MOST_TOLD} more.`];

function placeText(tool: CheckedTool, name: string): string | undefined {
  const place = findArgumentTarget(tool, name);
  if (place?.way === undefined) return undefined;
  const { path, each } = place.way;
  const also = (place.target?.also ?? []).map((text) => readPath(text, {}).path.join("."));
  return [path.join(".") + (each ? `[].${each.join(".")}` : ""), ...also].join(" and ");
}

/** The names that are not the tool's own, and where each went. */
function movedNames(tool: CheckedTool, args: Readonly<Values>): JudgedCall["moved"] {
  const properties = isObject(tool.inputSchema.properties) ? tool.inputSchema.properties : {};
  const wrap = wrapOf(tool.run);
  return Object.keys(args)
    .slice(0, MOST_MOVED)
    .flatMap((name) => {
      if (Object.hasOwn(properties, name) || args[name] === null) return [];
      const to = name === wrap ? "its members as arguments" : placeText(tool, name);
      return to === undefined || to === "" ? [] : [{ from: shownName(name), to }];
    });
}

function judge(call: WrittenCall, tool: CheckedTool): Omit<JudgedCall, "call"> {
  const moved = [
    ...(tool.slug === call.tool ? [] : [{ from: call.tool, to: tool.slug }]),
    ...movedNames(tool, call.arguments),
  ];
  const warnings: string[] = [];
  try {
    prepareArguments(tool, call.arguments, (text) => warnings.push(text));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      tool: tool.slug,
      outcome: "fails",
      moved,
      warnings: [],
      errors: limited(error.details.errors ?? [error.message]),
    };
  }
  const outcome = warnings.length > 0 ? "ignored" : moved.length > 0 ? "translated" : "fits";
  return { tool: tool.slug, outcome, moved, warnings: limited(warnings), errors: [] };
}

/** Slugs are written in capitals; other names are those of a program's own functions. */
const isSlug = (name: string): boolean => name === name.toUpperCase();

/** @param find the tool with a slug in capitals, or one of its other names */
export async function judgeCalls(
  calls: readonly WrittenCall[],
  find: (slug: string) => Promise<FoundTool> | FoundTool,
): Promise<CheckedCalls> {
  const tools = new Map<string, FoundTool>();
  const judgments: JudgedCall[] = [];
  let since = performance.now();
  for (const [index, call] of calls.entries()) {
    if (performance.now() - since > TURN_MS) {
      await new Promise(setImmediate);
      since = performance.now();
    }
    const slug = call.tool.toUpperCase();
    const tool = tools.get(slug) ?? (await find(slug));
    tools.set(slug, tool);
    const base = { call: index + 1, tool: call.tool, moved: [], warnings: [], errors: [] };
    if (!("tool" in tool))
      judgments.push(
        isSlug(call.tool) ? { ...base, outcome: "fails", errors: [tool.problem] } : { ...base, outcome: "not_a_tool" },
      );
    else if (call.problem) judgments.push({ ...base, outcome: "fails", errors: [`${call.problem}.`] });
    else judgments.push({ call: index + 1, ...judge({ ...call, tool: slug }, tool.tool) });
  }
  const summary: Record<Outcome, number> = { fits: 0, translated: 0, ignored: 0, fails: 0, not_a_tool: 0 };
  for (const { outcome } of judgments) summary[outcome] += 1;
  return { summary, calls: judgments };
}
