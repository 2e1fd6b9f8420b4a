/** What people may call the things that they make. */
import { z } from "zod";

const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;
/**
 * Characters that turn the direction of the text around them; letters have their own direction, and marks for single
 * characters are allowed.
 */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Z}]/u;

/** A name as one line that stays within its place and can be typed again; empty where nothing of it can be seen. */
function toLine(text: string): string {
  const line = text.toWellFormed().replace(CONTROLS, " ").replace(TURNS, "").trim();
  return VISIBLE.test(line) ? line : "";
}

export const named = (what: string) =>
  z
    .string()
    .overwrite(toLine)
    .min(1, `must be the ${what}, one character at least`)
    .max(100, "must have at most 100 characters");
