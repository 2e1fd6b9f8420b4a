/** Errors in wording for people. */
import { expect, it } from "vitest";
import { toHumanFix } from "./human-fix";

it.each([
  ["Check both and try again.", "Check both and try again."],
  ["List them with GET /api/v3/auth_configs.", ""],
  [
    "Correct the arguments named in errors; GET /api/v3/tools/A shows all of them.",
    "Correct the arguments named in errors.",
  ],
  ["List them with POST /api/v3/logs; older ones are gone after the days of GET /api/v3/org.", ""],
  [undefined, ""],
])("%s becomes %s", (fix, expected) => expect(toHumanFix(fix)).toBe(expected));
