/** Fills arguments into the template of a JSON body. Pure. */
import type { BodyTemplate } from "@/lib/catalog/tool-request";
import { ApiError } from "@/lib/kernel/errors";
import { writeJson } from "@/lib/kernel/json/write-json";
import { isObject } from "@/lib/kernel/text/is-object";
import { plainText } from "./parameter-styles";

type Arguments = Readonly<Record<string, unknown>>;

const WHOLE = /^\{\{\s*(\w+)\s*\}\}$/;
const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

/** Characters of all arguments in a body: a short template can name one long argument thousands of times. */
const MOST_CHARACTERS = 10_000_000;

/** The arguments of a call, within their bound. */
class Filling {
  private left = MOST_CHARACTERS;
  private readonly lengths = new Map<string, number>();

  constructor(private readonly args: Arguments) {}

  private lengthOf(name: string, value: unknown): number {
    const length = this.lengths.get(name) ?? (typeof value === "object" ? writeJson(value) : String(value)).length;
    this.lengths.set(name, length);
    return length;
  }

  /** Undefined for an argument that is left out. @throws ApiError Unprocessable for a body that would be too long */
  valueOf(name: string): unknown {
    const value = Object.hasOwn(this.args, name) ? this.args[name] : undefined;
    if (value === undefined) return undefined;
    this.left -= this.lengthOf(name, value);
    if (this.left >= 0) return value;
    const problem = `${name}: with it the body would have more than ${MOST_CHARACTERS.toLocaleString("en-US")} characters.`;
    throw new ApiError("Unprocessable", `Invalid arguments for this tool. ${problem}`, {
      errors: [problem],
      suggestedFix: "Shorten the argument and execute again.",
    });
  }
}

function fillText(text: string, filling: Filling): unknown {
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) return filling.valueOf(whole);
  const values = [...text.matchAll(PLACE)].map(([, name = ""]) => filling.valueOf(name));
  if (values.includes(undefined)) return undefined;
  return text.replace(PLACE, () => plainText(values.shift()));
}

/** Undefined for a value whose arguments are left out, and for an object or a list of nothing else. */
function fill(part: unknown, filling: Filling): unknown {
  if (typeof part === "string") return fillText(part, filling);
  if (Array.isArray(part)) {
    const items = part.map((item) => fill(item, filling)).filter((item) => item !== undefined);
    return items.length === 0 && part.length > 0 ? undefined : items;
  }
  if (!isObject(part)) return part;
  const names = Object.keys(part);
  const members = names.flatMap((name) => {
    const value = fill(part[name], filling);
    return value === undefined ? [] : [[name, value] as const];
  });
  return members.length === 0 && names.length > 0 ? undefined : Object.fromEntries(members);
}

/** The body with the arguments of a call. An argument is never a place itself: its text is not looked at again. */
export const fillTemplate = (template: BodyTemplate, args: Arguments): unknown =>
  fill(template, new Filling(args)) ?? (Array.isArray(template) ? [] : {});
