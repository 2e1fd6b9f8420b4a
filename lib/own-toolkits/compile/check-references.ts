/** Looks at every reference of a document once: those outside of it are named, and those that lead nowhere. */
import { atPointer } from "@/lib/catalog/compile/sources/openapi-document";
import { isObject } from "@/lib/kernel/text/is-object";
import { toSegment, type Problems } from "./problem";

/** Longer texts of a description help nobody, and cost time in each step. */
const MAX_TEXT = 20_000;

/** A part with the way to it; ways are only written out for problems. */
type Step = { part: object; name: string; above: Step | undefined };

function pointerOf(step: Step | undefined): string {
  const names: string[] = [];
  for (let current = step; current?.above; current = current.above) names.unshift(`/${toSegment(current.name)}`);
  return names.join("");
}

function nameReference(root: unknown, reference: string, step: Step, problems: Problems): void {
  const place = `${pointerOf(step)}/$ref`;
  if (!reference.startsWith("#"))
    problems.add(
      place,
      `${JSON.stringify(reference.slice(0, 200))} is outside of the document, and is not fetched.`,
      "Put the referenced parts into the document, for instance with a bundler.",
    );
  else if (atPointer(root, reference) === undefined)
    problems.add(
      place,
      `${JSON.stringify(reference.slice(0, 200))} is not in the document.`,
      "Add it, or correct the reference.",
    );
}

/** Shortens texts in place, and names each broken reference once. Without recursion. */
export function checkReferences(root: object, problems: Problems): void {
  const visitedParts = new Set<object>([root]);
  const references = new Set<string>();
  const stack: Step[] = [{ part: root, name: "", above: undefined }];
  for (let step = stack.pop(); step; step = stack.pop()) {
    const { part } = step;
    for (const [name, inner] of Object.entries(part)) {
      if (typeof inner === "string") {
        if (name === "$ref" && isObject(part) && !references.has(inner)) {
          references.add(inner);
          nameReference(root, inner, step, problems);
        } else if (inner.length > MAX_TEXT) Object.defineProperty(part, name, { value: inner.slice(0, MAX_TEXT) });
      } else if (inner !== null && typeof inner === "object" && !visitedParts.has(inner as object)) {
        visitedParts.add(inner as object);
        stack.push({ part: inner as object, name, above: step });
      }
    }
  }
}
