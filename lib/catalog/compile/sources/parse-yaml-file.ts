/** Reads a YAML file of toolkits/ by its schema; an error names the file, the place in it and the reason. */
import { CORE_SCHEMA, load, types } from "js-yaml";
import { parseDocument } from "yaml";
import type { z } from "zod";
import { nearestName } from "@/lib/kernel/text/nearest-name";
import { CatalogSourceError } from "../../catalog-source-error";

const QUICK = { schema: CORE_SCHEMA.extend({ implicit: [types.merge] }) };
/** Numbers that the quick parser reads in another way: `0b11`, `-0x1F`, `+.5` and `-0`. */
const OTHER_NUMBER = /(?<![\w.])(?:[-+]?0b|[-+]0[xo]|\+\.|-0(?![\d.]))/;

/** The value of a text in a tenth of the time; undefined if it needs the parser that explains what is wrong. */
function loadQuickly(text: string): unknown {
  if (OTHER_NUMBER.test(text)) return undefined;
  try {
    return load(text, QUICK);
  } catch {
    return undefined;
  }
}

function loadWithReasons(file: string, text: string): unknown {
  const document = parseDocument(text, { prettyErrors: true, merge: true });
  const syntaxError = document.errors[0];
  if (syntaxError) throw new CatalogSourceError(file, "", syntaxError.message);
  return document.toJS();
}

/**
 * Parses the text of a file.
 * @throws CatalogSourceError naming the file, the path inside it and what is wrong there
 */
export function parseYamlFile<T extends z.ZodType>(schema: T, file: string, text: string): z.output<T> {
  const parsed = schema.safeParse(loadQuickly(text) ?? loadWithReasons(file, text), { error: wrongKey });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const { path, message } = issue ? closestBranch(issue) : { path: [], message: "does not fit" };
  throw new CatalogSourceError(file, path.join("."), message);
}

/** The message for a key that the schema does not have; other issues keep theirs. */
function wrongKey(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code !== "unrecognized_keys") return undefined;
  const schema = issue.inst?._zod.def as { shape?: Record<string, unknown> } | undefined;
  const keys = Object.keys(schema?.shape ?? {});
  const [key = ""] = issue.keys;
  const near = nearestName(key, keys);
  const hint = near ? `did you mean ${JSON.stringify(near)}?` : `the keys are ${keys.join(", ")}`;
  return `there is no key ${JSON.stringify(key)} here; ${hint}`;
}

/** Of a value with several forms, the issue in the form that the value was most likely written in. */
function closestBranch(issue: z.core.$ZodIssue): Pick<z.core.$ZodIssue, "path" | "message"> {
  if (issue.code !== "invalid_union") return issue;
  const inner = issue.errors.map(([first]) => first).find((first) => first && !isWholeValue(first));
  if (!inner) return issue;
  const closest = closestBranch(inner);
  return { path: [...issue.path, ...closest.path], message: closest.message };
}

/** Whether the value has another type than this form. */
const isWholeValue = ({ code, path }: z.core.$ZodIssue): boolean => code === "invalid_type" && path.length === 0;
