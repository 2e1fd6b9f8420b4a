/** Fills arguments into the template of a JSON body. Pure. */
import type { BodyTemplate } from "@/lib/catalog/tool-request";
import { isObject } from "@/lib/kernel/text/is-object";
import { plainText } from "./parameter-styles";

type Arguments = Readonly<Record<string, unknown>>;

const WHOLE = /^\{\{\s*(\w+)\s*\}\}$/;
const PLACE = /\{\{\s*(\w+)\s*\}\}/g;

const argumentOf = (args: Arguments, name: string): unknown => (Object.hasOwn(args, name) ? args[name] : undefined);

function fillText(text: string, args: Arguments): unknown {
  const whole = WHOLE.exec(text)?.[1];
  if (whole !== undefined) return argumentOf(args, whole);
  const names = [...text.matchAll(PLACE)].map(([, name = ""]) => name);
  if (names.some((name) => argumentOf(args, name) === undefined)) return undefined;
  return text.replace(PLACE, (_, name: string) => plainText(argumentOf(args, name)));
}

/** Undefined for a value whose arguments are left out, and for an object or a list of nothing else. */
function fill(part: unknown, args: Arguments): unknown {
  if (typeof part === "string") return fillText(part, args);
  if (Array.isArray(part)) {
    const items = part.map((item) => fill(item, args)).filter((item) => item !== undefined);
    return items.length === 0 && part.length > 0 ? undefined : items;
  }
  if (!isObject(part)) return part;
  const names = Object.keys(part);
  const members = names.flatMap((name) => {
    const value = fill(part[name], args);
    return value === undefined ? [] : [[name, value] as const];
  });
  return members.length === 0 && names.length > 0 ? undefined : Object.fromEntries(members);
}

/** The body with the arguments of a call. An argument is never a place itself: its text is not looked at again. */
export const fillTemplate = (template: BodyTemplate, args: Arguments): unknown =>
  fill(template, args) ?? (Array.isArray(template) ? [] : {});
