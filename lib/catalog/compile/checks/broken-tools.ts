/**
 * Checks for tools that no caller can use. Each compile stops at such a tool, and `npm run catalog:compare` counts
 * them. A check returns its problems as sentences; none if the tool is fine.
 */
import type { CompiledTool, CompiledToolkit } from "../../compiled-toolkit";
import { bodyProblems } from "./body-problems";
import { emptyWriteProblems, type Reviewed } from "./empty-write-problems";
import { constantProblems, requiredProblems } from "./required-problems";
import { hostProblems, placeProblems } from "./place-problems";
import type { ToolkitFile } from "../sources/toolkit-file";
import { defaultProblems, wordProblems } from "./word-problems";
import { cutWords, readOnlyProblems, valueProblems } from "./check-values";

type OfTool = (tool: CompiledTool, toolkit: CompiledToolkit, reviewed: Reviewed) => string[];

/** The checks of a compiled tool, by the name under which the comparison counts their problems. */
const TOOL_CHECKS: Readonly<Record<string, OfTool>> = {
  "path places": placeProblems,
  hosts: hostProblems,
  "empty writes": emptyWriteProblems,
  "media types": bodyProblems,
  "invented required": requiredProblems,
  "missing constants": constantProblems,
  "sentences as defaults": defaultProblems,
  words: wordProblems,
};

/** The checks of a toolkit file, where hand-written text is still visible. */
const FILE_CHECKS: Readonly<Record<string, (file: ToolkitFile) => { tool: string; problem: string }[]>> = {
  "enums of one value": valueProblems,
  "cut enums": cutWords,
  "read-only required": readOnlyProblems,
};

export const BREAKAGE_CHECKS: readonly string[] = [...Object.keys(FILE_CHECKS), ...Object.keys(TOOL_CHECKS)];

export type Breakage = { check: string; tool: string; problem: string };

/** @param files the toolkit's own file, and those of the toolkits that it mirrors */
export function brokenTools(toolkit: CompiledToolkit, files: readonly ToolkitFile[]): Breakage[] {
  const reviewed: Reviewed = files.flatMap((file) => [
    ...file.sources.flatMap(({ noBody }) => noBody.map((pattern) => new RegExp(pattern))),
    ...Object.values(file.tools)
      .filter(({ noBody }) => noBody)
      .map(({ method, path }) => `${method} ${path}`),
  ]);
  return [
    ...files
      .slice(0, 1)
      .flatMap((file) =>
        Object.entries(FILE_CHECKS).flatMap(([check, find]) => find(file).map((problem) => ({ check, ...problem }))),
      ),
    ...toolkit.tools.flatMap((tool) =>
      Object.entries(TOOL_CHECKS).flatMap(([check, find]) =>
        find(tool, toolkit, reviewed).map((problem) => ({ check, tool: tool.slug, problem })),
      ),
    ),
  ];
}
