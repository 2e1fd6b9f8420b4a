/** The packages of a build, which `npm start` installs, and those of a server, which `npm ci --omit=dev` installs. */
import { readdirSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { expect, it } from "vitest";
import { inRoot } from "../paths.mjs";
import { BUILD_PACKAGES } from "./build-packages.mjs";

type Lists = Record<"dependencies" | "devDependencies", Record<string, string>>;
const readJson = (file: string): unknown => JSON.parse(readFileSync(inRoot(file), "utf8"));
const { dependencies, devDependencies } = readJson("package.json") as Lists;
const { packages } = readJson("package-lock.json") as { packages: Record<string, { dev?: boolean }> };

/** Everything that a build bundles, compiles or runs. */
const BUILT = ["app", "cli", "components", "lib", "toolkits", "scripts/build", "scripts/catalog", "scripts/start"];
const ENTRIES = ["server.ts", "page-server.ts", "operator.ts", "proxy.tsx", "next.config.mjs", "postcss.config.mjs"];
/** Run by hand, for files that are in the repository; and a text that is shown. */
const LEFT_OUT = ["scripts/build/subset-fonts.mjs", "components/webhooks/verify-snippets.ts"];
const IMPORT = /^(?:import|export|\})[^"\n]* from "([^"]+)"|^import "([^"]+)"|\bimport\("([^"]+)"\)/gm;

const isBuilt = (file: string): boolean =>
  /\.(ts|tsx|mjs)$/.test(file) && !/\.test\.tsx?$/.test(file) && !LEFT_OUT.includes(file);
const filesBelow = (folder: string): string[] =>
  readdirSync(inRoot(folder), { recursive: true, encoding: "utf8" }).map((file) => path.posix.join(folder, file));

/** The names of the packages that a file imports. */
function* packagesOf(file: string): Generator<string> {
  const text = readFileSync(inRoot(file), "utf8");
  // Tests of the catalog share some files.
  if (text.includes('from "vitest"')) return;
  for (const [, ...names] of text.matchAll(IMPORT)) {
    const name = names.find(Boolean) ?? "";
    if (/^(\.|@\/)/.test(name) || isBuiltin(name)) continue;
    yield name.split("/", name.startsWith("@") ? 2 : 1).join("/");
  }
}

it("everything that a build reads imports packages that npm start installs", () => {
  const installed = new Set([...Object.keys(dependencies), ...BUILD_PACKAGES]);
  const files = [...BUILT.flatMap(filesBelow), ...ENTRIES].filter(isBuilt);
  const missing = files.flatMap((file) =>
    [...packagesOf(file)].filter((name) => !installed.has(name)).map((name) => `${file}: ${name}`),
  );
  expect(files.length).toBeGreaterThan(2000);
  expect(missing).toEqual([]);
});

it("npm ci --omit=dev leaves them out, and a start tells such a folder by esbuild", () => {
  expect(BUILD_PACKAGES.filter((name) => !(name in devDependencies) || name in dependencies)).toEqual([]);
  expect(packages["node_modules/esbuild"]?.dev).toBe(true);
});
