/** Checks the template of a JSON body: its bounds, its names, and its places. */
import type { BodyTemplate } from "@/lib/catalog/tool-request";
import { toPointer } from "./problem";

const MAX_LEVELS = 20;
const MOST_VALUES = 1_000;
const MAX_TEXT = 20_000;
const UNSAFE_NAMES = new Set(["__proto__", "constructor", "prototype"]);
const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

type TemplateProblem = { pointer: string; message: string; fix: string };

type Part = { value: unknown; pointer: string; level: number };

const problemOf = (pointer: string, message: string, fix: string): TemplateProblem => ({ pointer, message, fix });

/** The names of places in a text; braces that are no place would be sent as they are. */
const placesOf = (text: string): string[] => [...text.matchAll(PLACE)].map(([, name = ""]) => name);

function textProblem(text: string, pointer: string, names: ReadonlySet<string>): TemplateProblem | undefined {
  if (text.length > MAX_TEXT)
    return problemOf(pointer, `The text has more than ${MAX_TEXT.toLocaleString("en-US")} characters.`, "Shorten it.");
  const unknown = placesOf(text).find((name) => !names.has(name));
  return unknown === undefined
    ? undefined
    : problemOf(pointer, `Nothing fills {{${unknown}}}.`, `Add a parameter with the name ${unknown} and in: body.`);
}

/**
 * @param names of the parameters in the body
 * @returns the first problem of each kind that makes the template unusable, and the places that it has. No recursion.
 */
export function checkTemplate(
  template: BodyTemplate,
  names: ReadonlySet<string>,
): { problem: TemplateProblem | undefined; places: ReadonlySet<string> } {
  const places = new Set<string>();
  const stack: Part[] = [{ value: template, pointer: "", level: 0 }];
  let count = 0;
  for (let part = stack.pop(); part; part = stack.pop()) {
    const { value, pointer, level } = part;
    count += 1;
    if (level > MAX_LEVELS || count > MOST_VALUES) {
      const most = level > MAX_LEVELS ? `${MAX_LEVELS} levels` : `${MOST_VALUES.toLocaleString("en-US")} values`;
      return { places, problem: problemOf("", `The body has more than ${most}.`, "Take objects as arguments.") };
    }
    if (typeof value === "string") {
      const problem = textProblem(value, pointer, names);
      if (problem) return { places, problem };
      for (const name of placesOf(value)) places.add(name);
    }
    if (value === null || typeof value !== "object") continue;
    for (const [name, inner] of Object.entries(value)) {
      const place = pointer + toPointer(name);
      if (UNSAFE_NAMES.has(name) || name.includes("{{"))
        return { places, problem: problemOf(place, `${JSON.stringify(name)} cannot be a name here.`, "Rename it.") };
      stack.push({ value: inner, pointer: place, level: level + 1 });
    }
  }
  return { places, problem: undefined };
}
