// Collects the files of a release: what a server loads when it runs, and nothing that only builds or tests it.
import { readFileSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { inRoot } from "../paths.mjs";
import { assertSamePackages } from "./check-packages.mjs";
import { collectLicenses } from "./collect-licenses.mjs";
import { collectPages } from "./collect-pages.mjs";
import { collectPostgres } from "./collect-postgres.mjs";
import { traceFiles } from "./trace-packages.mjs";

/** The programs of a release; everything that they load comes with them. */
const ENTRIES = [
  "dist/server.mjs",
  "dist/page-server.mjs",
  "dist/compile-worker.mjs",
  "dist/operator.mjs",
  "dist/settings.mjs",
  "dist/cli.mjs",
  "scripts/start.mjs",
  "scripts/provision.mjs",
  "scripts/allow-passwords.mjs",
  "scripts/reset-second-factor.mjs",
  "scripts/backup.mjs",
  "scripts/restore.mjs",
  "scripts/kms.mjs",
  "scripts/audit-verify.mjs",
  "scripts/migrate.mjs",
  "scripts/demo.mjs",
  "scripts/demo/emulate-child.mjs",
  "node_modules/emulate/dist/api.js",
  "scripts/doctor/diagnose.mjs",
  "scripts/workbench-install.mjs",
  "scripts/start/server-process.mjs",
  "scripts/start/progress-page/serve-progress.mjs",
  "scripts/catalog/load.mjs",
];
/** Files and folders that code or the operator reads by their paths. */
const READ_BY_PATH = [
  "bin",
  "deploy",
  "dist/catalog/catalog.json",
  "dist/catalog/search.bin",
  "dist/catalog/triggers.json",
  "dist/catalog/toolkits",
  "dist/guide-dates.json",
  "docs",
  "lib/http/common-headers.mjs",
  "lib/workbench/inside",
  "next.config.mjs",
  "prisma/migrations",
  "public",
  ".env.example",
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "SECURITY.md",
];
const IS_TEST = /\.test\.\w+$|__pycache__|\.pyc$/;

/** The files below a path, relative to the root. */
export function* filesBelow(entry) {
  if (!statSync(inRoot(entry)).isDirectory()) return void (yield entry);
  for (const name of readdirSync(inRoot(entry)).sort()) yield* filesBelow(path.posix.join(entry, name));
}

const readJson = (file) => JSON.parse(readFileSync(inRoot(file), "utf8"));
const toJson = (value) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

/** The file by which the start recognizes a release. */
function describeRelease({ version, engines }) {
  const migrations = readdirSync(inRoot("prisma/migrations")).filter((name) => /^\d/.test(name));
  return toJson({
    version,
    platform: process.platform,
    arch: process.arch,
    node: engines.node,
    catalog: readJson("dist/catalog/catalog.json").hash,
    migration: migrations.sort().at(-1),
    pages: readFileSync(inRoot(".next/BUILD_ID"), "utf8").trim(),
  });
}

/** The package as npm installs it: its packages are inside, so npm fetches none. */
function describePackage({ name, version, description, license, type, bin, engines }) {
  return toJson({
    name,
    version,
    description,
    license,
    type,
    bin,
    engines,
    os: [process.platform],
    cpu: [process.arch],
    scripts: { start: "node bin/patchbay start", postinstall: "node bin/unpack.cjs" },
  });
}

const IN_PACKAGE = /^((?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+)\//;

/** The folders of the packages that have files in the archive. */
const listPackages = (files) => new Set([...files.keys()].flatMap((file) => IN_PACKAGE.exec(file)?.[1] ?? []));

/**
 * @returns {Promise<Map<string, { source: string } | { content: Buffer }>>} the files by their path in the archive;
 *   `source` is a path below the root, whose mode stays
 */
export async function collectFiles() {
  const files = new Map();
  const traced = await traceFiles(ENTRIES);
  for (const file of traced) files.set(file, { source: file });
  for (const entry of READ_BY_PATH)
    for (const file of filesBelow(entry)) if (!IS_TEST.test(file)) files.set(file, { source: file });
  for (const [file, content] of collectPages()) files.set(file, content);
  for (const [file, source] of collectPostgres()) files.set(file, { source });
  const manifest = readJson("package.json");
  const packages = listPackages(files);
  assertSamePackages(packages, manifest, readJson("package-lock.json"));
  for (const folder of packages) files.set(`${folder}/package.json`, { source: `${folder}/package.json` });
  for (const [file, content] of collectLicenses(files)) files.set(file, content);
  files.set("package.json", { content: describePackage(manifest) });
  files.set("release.json", { content: describeRelease(manifest) });
  return files;
}

/** The bytes of a collected file. */
export const contentOf = ({ source, content }) => content ?? readFileSync(inRoot(source));
