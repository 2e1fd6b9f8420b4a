/**
 * Finds numbers in JSON text that JavaScript would silently change: 64-bit ids, and numbers that are too large. Pure.
 */
import { scanJson } from "./scan-json";

/** A quick test: most texts have no such long number or exponent. */
const SUSPECT = /\d{16}|\d[eE]\+?\d{3}/;
const NO_BOUNDS = { depth: Infinity, values: Infinity, names: Infinity, different: Infinity };

/** The first number in valid JSON text that would be changed; undefined if no number would. */
export function findInexactNumber(text: string): string | undefined {
  if (!SUSPECT.test(text)) return undefined;
  const [first] = scanJson(text, NO_BOUNDS).inexact;
  return first && text.slice(first.from, first.to);
}
