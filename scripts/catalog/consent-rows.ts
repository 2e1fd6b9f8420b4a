/** The rows of the guide to the consent of the most used toolkits. */
import { readFileSync } from "node:fs";
import path from "node:path";

/** The cells of each row, the toolkit's slug first and the source last. `root` is the project's folder. */
export const consentRows = (root: string): [string, ...string[]][] =>
  readFileSync(path.join(root, "docs/connect-users/consent.md"), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2)
    .map((line) => {
      const [slug = "", ...cells] = line.slice(2, -2).split(" | ");
      return [slug, ...cells];
    });
