/** Checks a project's change of a tool against the tool. Pure. */
import { ApiError } from "@/lib/kernel/errors";
import { nearestName } from "@/lib/kernel/text/nearest-name";
import { schemaCheck } from "@/lib/kernel/text/schema-check";
import { isListOfValues, withArgument } from "../overrides/lay-over";
import { MAX_ARGUMENTS_LENGTH } from "../overrides/contract";
import type { ArgumentOverride, ToolOverride } from "../overrides/tool-override";
import type { CatalogTool } from "../read/catalog";
import type { ToolSchema } from "../tool-schema";

const MOST_PROBLEMS = 20;
const isSet = (change: ArgumentOverride, name: keyof ArgumentOverride): boolean => change[name] !== undefined;

const holdsFile = (schema: ToolSchema): boolean =>
  schema.file_uploadable === true || schema.items?.file_uploadable === true;

/** The first problem of a value, in words; undefined for a value that the argument takes. */
function valueProblem(schema: ToolSchema, value: unknown): string | undefined {
  const [problem] = schemaCheck(schema)(value);
  return problem && `${problem.path}${problem.path ? " " : ""}${problem.message}`;
}

function valueProblems(place: string, schema: ToolSchema, change: ArgumentOverride): string[] {
  const ofValue = isListOfValues(schema) ? (schema.items ?? {}) : schema;
  const problems = (change.enum ?? []).flatMap((value, index) => {
    const problem = valueProblem(ofValue, value);
    return problem === undefined ? [] : [`${place}.enum.${index}: ${JSON.stringify(value)} ${problem}.`];
  });
  for (const name of ["fixed", "default"] as const) {
    if (!isSet(change, name)) continue;
    const problem = valueProblem(withArgument(schema, { ...(change.enum && { enum: change.enum }) }), change[name]);
    if (problem !== undefined) problems.push(`${place}.${name}: ${problem}.`);
  }
  return problems;
}

function argumentProblems(tool: CatalogTool, name: string, change: ArgumentOverride): string[] {
  const place = `arguments.${name}`;
  const { properties } = tool.inputSchema;
  const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (!schema) {
    const near = nearestName(name, Object.keys(properties));
    return [`${place}: ${tool.slug} has no such argument.${near === undefined ? "" : ` Did you mean ${near}?`}`];
  }
  if (!["fixed", "default", "enum"].some((key) => isSet(change, key as keyof ArgumentOverride)))
    return [`${place}: set one of fixed, default and enum.`];
  if (isSet(change, "fixed") && (isSet(change, "default") || isSet(change, "enum")))
    return [`${place}: a fixed argument has neither a default nor other values.`];
  if (holdsFile(schema)) return [`${place}: a file can only come with a call.`];
  return valueProblems(place, schema, change);
}

/** @throws ApiError BadRequest for an override that cannot be, with one sentence for each problem */
export function checkOverride(tool: CatalogTool, override: ToolOverride): void {
  const problems: string[] = [];
  const { name, description, hidden, arguments: changes } = override;
  if (tool.run.builtin !== undefined)
    problems.push(`${tool.slug} is a tool of this server itself and cannot be changed.`);
  if (name === null && description === null && !hidden && Object.keys(changes).length === 0)
    problems.push("Change the name, the description or an argument, or hide the tool.");
  if (JSON.stringify(changes).length > MAX_ARGUMENTS_LENGTH)
    problems.push(`arguments: use at most ${MAX_ARGUMENTS_LENGTH.toLocaleString("en")} characters together.`);
  else
    for (const [argument, change] of Object.entries(changes)) {
      problems.push(...argumentProblems(tool, argument, change));
      if (problems.length >= MOST_PROBLEMS) break;
    }
  const [first] = problems;
  if (first === undefined) return;
  throw new ApiError("BadRequest", first, {
    errors: problems.slice(0, MOST_PROBLEMS),
    suggestedFix: `GET /api/v3/internal/patchbay/tools/${tool.slug}/override shows the tool and its arguments.`,
  });
}
