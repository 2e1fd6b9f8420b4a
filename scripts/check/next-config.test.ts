/**
 * Next's settings load without compiling: otherwise each start would have to install or download a compiler for them.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "../paths.mjs";

const CODE = `
const { default: config } = await import(${JSON.stringify(inRoot("next.config.mjs"))});
console.log(JSON.stringify(await config.headers()));`;

it("node reads them without a compiler, with the security headers of the API and of pages", () => {
  expect(existsSync(inRoot("next.config.ts"))).toBe(false);
  const text = execFileSync(process.execPath, ["--input-type=module", "-e", CODE], { encoding: "utf8" });
  const rules = JSON.parse(text) as { source: string; headers: { key: string; value: string }[] }[];
  const keysOf = (source: string) => rules.find((rule) => rule.source === source)?.headers.map(({ key }) => key);
  expect(keysOf("/:path*")).toContain("x-content-type-options");
  expect(keysOf("/v3/:path*")).toContain("content-security-policy");
});
