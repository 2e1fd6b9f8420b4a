/** The bundle of a program, as its start makes it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "../paths.mjs";

const SOURCE = `
const tag = ([text]: TemplateStringsArray) => text;
export const values = [/^[“”]😀$/u.test("“😀"), tag\`a · b\`, \`• \${1}\`, "é€"];
console.log(JSON.stringify(values));
`;

it("contains ASCII alone, which V8 holds in one byte a character, and means the same", () => {
  const folder = path.relative(inRoot(), mkdtempSync(path.join(tmpdir(), "patchbay-bundle-")));
  const [entry, output] = [path.join(folder, "entry.ts"), path.join(folder, "entry.mjs")];
  writeFileSync(inRoot(entry), SOURCE);
  execFileSync(process.execPath, [inRoot("scripts/build/bundle.mjs"), entry, output]);
  expect(readFileSync(inRoot(output)).every((byte) => byte < 0x80)).toBe(true);
  expect(execFileSync(process.execPath, [inRoot(output)], { encoding: "utf8" })).toBe('[true,"a · b","• 1","é€"]\n');
});
