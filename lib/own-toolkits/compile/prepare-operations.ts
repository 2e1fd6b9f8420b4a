/** Makes the operations of a document safe to compile: what cannot be offered is left out and named. */
import { MOST_TOOLS } from "@/lib/catalog/load/own-toolkit-rows";
import {
  dereference,
  METHODS,
  type OpenApiDocument,
  type SourceOperation,
  type SourceParameter,
  type SourcePath,
} from "@/lib/catalog/compile/sources/openapi-document";
import { hasDotSegment } from "@/lib/kernel/text/has-dot-segment";
import { isObject } from "@/lib/kernel/text/is-object";
import { isSafeHeader } from "./find-auth";
import { toPointer, type Problems } from "./problem";

const MAX_PATH = 2_000;

/** An operation as settings and reports name it; its place is "" if it is not of a path. */
export const operationKey = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;
export const operationPointer = (key: string): string => {
  const space = key.indexOf(" ");
  if (key[space + 1] !== "/") return "";
  return toPointer("paths", key.slice(space + 1), key.slice(0, space).toLowerCase());
};

/** Parameters without those that would write into another header, another path or the frame of the request. */
function safeParameters(
  document: OpenApiDocument,
  parameters: unknown,
  pointer: string,
  problems: Problems,
): SourceParameter[] {
  if (!Array.isArray(parameters)) return [];
  return (parameters as unknown[]).filter((raw, index): raw is SourceParameter => {
    const parameter = isObject(raw) ? dereference(document, raw as SourceParameter) : undefined;
    const place = `${pointer}/parameters/${index}`;
    const name = parameter?.name;
    if (typeof name !== "string" || name === "" || typeof parameter?.in !== "string") {
      problems.add(place, "The parameter has no name or no place.", 'Give it "name" and "in".');
      return false;
    }
    if (parameter.in === "header" && !isSafeHeader(name)) {
      problems.add(place, `${JSON.stringify(name)} cannot be sent as a header.`, "Rename or remove the parameter.");
      return false;
    }
    return true;
  });
}

/** Words of the wrong type are left out; names are made from them. */
function withTexts(operation: SourceOperation): SourceOperation {
  const copy = { ...operation };
  for (const name of ["summary", "operationId", "description"] as const)
    if (typeof copy[name] !== "string") delete copy[name];
  return copy;
}

/** Why a path cannot be used, as the end of a sentence; undefined if it can. */
export function pathProblem(path: string): string | undefined {
  if (!path.startsWith("/")) return "begins with no slash";
  if (path.length > MAX_PATH) return `has more than ${MAX_PATH} characters`;
  if (hasDotSegment(path.split(/[?#]/, 1)[0] ?? "")) return 'contains "." or ".." as a part';
  return /[\s\p{Cc}\\]/u.test(path) ? "contains spaces, a backslash or control characters" : undefined;
}

function reportMissing(
  choices: readonly string[] | undefined,
  paths: Readonly<Record<string, unknown>>,
  problems: Problems,
): void {
  const inPaths = choices?.filter((key) => !key.startsWith("TOOL "));
  const missing = inPaths?.find((key) => !Object.hasOwn(paths, key.slice(key.indexOf(" ") + 1)));
  if (missing !== undefined)
    problems.add(
      "/paths",
      `The document has no operation ${missing}.`,
      "Choose among the operations of this document.",
    );
}

/**
 * Replaces `paths` by the selected operations that are safe, at most as many as a toolkit can have.
 * @param choices "METHOD /path" of the operations; undefined = all
 * @returns how many operations the document describes
 */
export function prepareOperations(
  document: OpenApiDocument,
  choices: readonly string[] | undefined,
  problems: Problems,
): number {
  const choiceSet = choices && new Set(choices);
  const paths: Record<string, SourcePath> = Object.create(null) as Record<string, SourcePath>;
  let [total, selected] = [0, 0];
  for (const [path, raw] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    const item = isObject(raw) ? dereference(document, raw as SourcePath) : undefined;
    const pointer = toPointer("paths", path);
    const methods = item ? METHODS.filter((method) => isObject(item[method])) : [];
    total += methods.length;
    const problem = pathProblem(path);
    if (!item || problem) {
      problems.add(pointer, `The path ${JSON.stringify(path)} ${problem ?? "is no object"}.`, "Correct the path.");
      continue;
    }
    const usableItem: SourcePath = {
      ...item,
      parameters: safeParameters(document, item.parameters, pointer, problems),
    };
    for (const method of METHODS) {
      const operation = usableItem[method];
      if (!isObject(operation)) continue;
      if ((choiceSet && !choiceSet.has(operationKey(method, path))) || selected >= MOST_TOOLS) {
        delete usableItem[method];
        continue;
      }
      selected += 1;
      const parameters = safeParameters(document, operation.parameters, `${pointer}/${method}`, problems);
      usableItem[method] = { ...withTexts(operation), parameters };
    }
    if (METHODS.some((method) => usableItem[method])) paths[path] = usableItem;
  }
  document.paths = paths;
  if (!choiceSet && total > MOST_TOOLS)
    problems.add(
      "/paths",
      `The document has ${total.toLocaleString("en-US")} operations; the first ${MOST_TOOLS.toLocaleString("en-US")} are used.`,
      "Choose the operations that are needed.",
    );
  reportMissing(choices, paths, problems);
  return total;
}
