/**
 * The arguments as a value and as JSON text. The value is authoritative; the text differs only while it does not parse.
 * Pure.
 */

export type Values = Record<string, unknown>;
export type Draft = { value: Values; text: string; problem: string | null };

export const toDraft = (value: Values): Draft => ({ value, text: JSON.stringify(value, null, 2), problem: null });

/**
 * Handles text typed as JSON: a full object becomes the value; any other text stays a draft, with a sentence that
 * explains why.
 */
export function typeText(draft: Draft, text: string): Draft {
  if (text.trim() === "") return { value: {}, text, problem: null };
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== "object" || Array.isArray(value))
      return { ...draft, text, problem: "Arguments must be a JSON object: { … }." };
    return { value: value as Values, text, problem: null };
  } catch (error) {
    return {
      ...draft,
      text,
      problem: `This is not valid JSON: ${error instanceof Error ? error.message : "it does not parse"}.`,
    };
  }
}
