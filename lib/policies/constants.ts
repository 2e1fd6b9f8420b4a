/** Bounds and forms of policies that pages need too. */

/** The most rules of a project: all of them are read together, and each call obeys all of them. */
export const MOST_RULES = 200;

/** A name or a position; `*`: each member; `**`: each member at any depth. */
export type Path = readonly string[];

const MAX_STEPS = 20;

/** Null for a text that is no path. `$.` at the beginning and `[0]` for `.0` are allowed. */
export function parsePath(text: string): Path | null {
  const steps = text
    .replace(/^\$\.?/, "")
    .replace(/\[(\d+|\*)\]/g, ".$1")
    .replace(/^\./, "")
    .split(".");
  const isPath = steps.every((step) => step === "*" || step === "**" || /^[^*[\]$]+$/.test(step));
  if (!isPath || steps.length > MAX_STEPS || steps.filter((step) => step === "**").length > 1) return null;
  return steps;
}

/** Kinds of values that policies find in texts. `injection`: text that gives orders to a model. */
export const DETECTORS = ["card", "iban", "email", "phone", "secret", "injection"] as const;
export type Detector = (typeof DETECTORS)[number];
