// Writes generated/addresses/: the address of each operation, in one file for each contract of lib/. The browser calls
// operations by these addresses, so that a page does not first load the contracts' schemas and the schema library.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import vm from "node:vm";
import { inRoot } from "../paths.mjs";
import { contentHash, isDone, markDone } from "../start/stamps.mjs";

const TARGET = "generated/addresses";
const HEAD = "/** Written by scripts/build/addresses.mjs from the contract; do not edit. */\n";

/** A folder has a contract of its own (`contract.ts`), or contracts next to its functions (`members.contract.ts`). */
const CONTRACT = /(?:^|[/.])contract\.ts$/;

/** `access/keys` for lib/access/keys/contract.ts, `access/people/members` for lib/access/people/members.contract.ts. */
const nameOf = (file) => file.replace(/[/.]contract\.ts$/, "");

/** The paths of all contracts in lib/, sorted. */
function findContracts() {
  return readdirSync(inRoot("lib"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CONTRACT.test(entry.name))
    .map((entry) => path.relative(inRoot("lib"), path.join(entry.parentPath, entry.name)).split(path.sep).join("/"))
    .sort();
}

/** The exports of all contracts, and `creates`. They are evaluated, because code can compose an address. */
function evaluate(files) {
  const require = createRequire(inRoot("package.json"));
  const { buildSync, stop } = require("esbuild");
  const contents = files
    .map((file, index) => `export * as contract${index} from "./lib/${file.replace(/\.ts$/, "")}";`)
    .concat('export { creates } from "./lib/contract/creates";')
    .join("\n");
  const built = buildSync({
    stdin: { contents, resolveDir: inRoot(), loader: "ts" },
    bundle: true,
    platform: "node",
    format: "cjs",
    packages: "external",
    write: false,
    logLevel: "error",
  });
  // Its process would stay as long as the process that starts the server.
  void stop();
  const module = { exports: {} };
  vm.runInThisContext(`(function (module, exports, require) {${built.outputFiles[0].text}\n})`)(
    module,
    module.exports,
    require,
  );
  return { contracts: files.map((_, index) => module.exports[`contract${index}`]), creates: module.exports.creates };
}

const isApi = (name) => /^[a-z]\w*Api$/.test(name);

function toText(file, contract, creates) {
  const names = Object.keys(contract).filter(isApi).sort();
  if (names.length === 0) return null;
  const types = names.map((name) => `${name} as ${name}Declared`).join(", ");
  const tables = names.map((name) => {
    const rows = Object.entries(contract[name]).map(
      ([key, { id, method, path: urlPath, audit }]) =>
        `  ${key}: ${JSON.stringify({ id, method, path: urlPath, ...(creates({ method, audit }) && { creates: true }) })},\n`,
    );
    return `export const ${name}: AddressesOf<typeof ${name}Declared> = {\n${rows.join("")}};\n`;
  });
  return `${HEAD}import type { AddressesOf } from "@/lib/contract/operation";\nimport type { ${types} } from "@/lib/${file.replace(/\.ts$/, "")}";\n\n${tables.join("\n")}`;
}

function write(file, text) {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Whether a contract depends on the file: another contract, constants, or the schema library. */
const isRead = (file) =>
  !file.startsWith(inRoot("lib")) || /[/.](contract|constants)\.ts$|\/lib\/contract\//.test(file);

/**
 * Writes the files that changed and removes those whose contract was deleted. Does nothing if the sources of the
 * contracts are unchanged.
 */
export function writeAddresses() {
  const hash = contentHash(["lib", "package-lock.json", "scripts/build/addresses.mjs"], isRead);
  if (isDone("addresses", hash, [TARGET])) return;
  const files = findContracts();
  const fileNames = new Set();
  const { contracts, creates } = evaluate(files);
  contracts.forEach((contract, index) => {
    const text = toText(files[index], contract, creates);
    if (text === null) return;
    fileNames.add(`${nameOf(files[index])}.ts`);
    write(inRoot(TARGET, `${nameOf(files[index])}.ts`), text);
  });
  for (const entry of readdirSync(inRoot(TARGET), { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(inRoot(TARGET), file).split(path.sep).join("/");
    if (entry.isFile() && !fileNames.has(name)) rmSync(file);
  }
  markDone("addresses", hash);
}
