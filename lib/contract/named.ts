/** What people may call the things that they make. */
import { z } from "zod";

export const named = (what: string) =>
  z.string().trim().min(1, `must be the ${what}, one character at least`).max(100, "must have at most 100 characters");
