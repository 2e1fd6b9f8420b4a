/** The habit of every form: a button that sends can be pressed, and what is missing stands at the fields. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";

/** What may make such a button gray: the sending itself, and a form whose page is not read yet. */
const MAY_BE_GRAY = /^(?:\w+\.)?(?:isPending|pending|opening|made)$/;
const SENDS = /<Button\b[^>]*?type="submit"[\s\S]*?>/g;

const sources = readdirSync(inRoot("components"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".tsx"),
);

/** What the button's `disabled` is made of; nothing where it has none. */
const reasonsOf = (button: string): string[] =>
  (/disabled=\{([^}]*)\}/.exec(button)?.[1] ?? "")
    .split(/\|\||&&/)
    .map((part) => part.trim())
    .filter(Boolean);

it("keeps no button that sends gray because something is missing", () => {
  const found = sources.flatMap((file) =>
    (readFileSync(path.join(inRoot("components"), file), "utf8").match(SENDS) ?? []).flatMap((button) =>
      reasonsOf(button)
        .filter((reason) => !MAY_BE_GRAY.test(reason))
        .map((reason) => `${file}: ${reason}`),
    ),
  );
  // The one button that saves says why it is gray.
  expect(found).toEqual(["parts/forms/save-button.tsx: reason !== undefined"]);
});
