/** One request of an attack, and how its input is changed in one place. */
import type { Operation } from "@/lib/contract/operation";
import type { Field } from "./operation-fields";

export type RequestInput = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Record<string, unknown>;
};
export type Attack = {
  op: Operation;
  /** The object that each field names; "path" for the ids of the path, "none" if the operation takes no id. */
  by: string;
  sent: RequestInput;
};

/** A copy of the input with one value set; in a list of objects, in the first object. */
export function put(input: RequestInput, { part, path }: Pick<Field, "part" | "path">, value: unknown): RequestInput {
  const copy = structuredClone(input);
  let place: Record<string, unknown> = copy[part];
  const steps = path.at(-1) === "[]" ? path.slice(0, -1) : path;
  for (const [index, step] of steps.slice(0, -1).entries()) {
    if (step === "[]") continue;
    const isList = steps[index + 1] === "[]";
    const inside = (place[step] ??= isList ? [{}] : {});
    place = (Array.isArray(inside) ? (inside[0] ??= {}) : inside) as Record<string, unknown>;
  }
  place[steps.at(-1) ?? ""] = path.at(-1) === "[]" ? [value] : value;
  return copy;
}
