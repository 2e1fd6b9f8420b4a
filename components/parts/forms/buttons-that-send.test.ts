/** A rule for every form: the submit button can always be pressed, and missing values are shown at their fields. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";

/** The permitted reasons to disable such a button: it is submitting, or the form's page is not loaded yet. */
const MAY_BE_GRAY = /^(?:\w+\.)?(?:isPending|pending|opening|isCreated)$/;
const SENDS = /<Button\b[^>]*?type="submit"[\s\S]*?>/g;

const sources = readdirSync(inRoot("components"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".tsx"),
);

/** The expression of the button's `disabled`; absent if the button has none. */
const reasonsOf = (button: string): string[] =>
  (/disabled=\{([^}]*)\}/.exec(button)?.[1] ?? "")
    .split(/\|\||&&/)
    .map((part) => part.trim())
    .filter(Boolean);

it("keeps no button that sends gray because something is missing", () => {
  const violations = sources.flatMap((file) =>
    (readFileSync(path.join(inRoot("components"), file), "utf8").match(SENDS) ?? []).flatMap((button) =>
      reasonsOf(button)
        .filter((reason) => !MAY_BE_GRAY.test(reason))
        .map((reason) => `${file}: ${reason}`),
    ),
  );
  // Only the save button shows why it is disabled.
  expect(violations).toEqual(["parts/forms/save-button.tsx: reason !== undefined"]);
});
