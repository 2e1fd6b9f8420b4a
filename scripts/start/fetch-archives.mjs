// Downloads the packages that the catalog is compiled from while npm installs the packages of the app: that work keeps
// one processor busy, and later each is needed. Needs only Node and npm.
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { cacheDir, catalogDir, inRoot } from "../paths.mjs";
import { npmCommand } from "./npm-command.mjs";
import { runChild } from "./run-child.mjs";

/** Until the catalog has read them. */
const ARCHIVES = path.join(cacheDir, "catalog", "archives");
/** Each process of npm loads its archives one after the other. */
const PROCESSES = 2;
const PACKAGE = /^ {4}package: "?([^"\n]+)"?\n {4}version: "?([^"\n]+)"?$/gm;

/**
 * The packages of toolkits/sources.yaml, as npm takes them. Its form is regular, and a parser is not installed yet.
 * @param {string} text
 */
export const readSpecs = (text) => [...text.matchAll(PACKAGE)].map(([, name, version]) => `${name}@${version}`);

const LIST = inRoot("toolkits/sources.yaml");

/** Whether no description was downloaded before, and no catalog was compiled. */
const isBare = () =>
  existsSync(LIST) &&
  !existsSync(path.join(cacheDir, "catalog", "sources")) &&
  !existsSync(path.join(catalogDir, "catalog.json"));

/**
 * Downloads the archives of a bare checkout. A failure is no error: missing archives are downloaded when they are
 * needed, and each one is checked before it is read.
 */
export async function fetchArchives() {
  if (!isBare()) return;
  rmSync(ARCHIVES, { recursive: true, force: true });
  mkdirSync(ARCHIVES, { recursive: true });
  const specs = readSpecs(readFileSync(LIST, "utf8"));
  const [command, ...args] = npmCommand();
  const options = ["--pack-destination", ARCHIVES, "--ignore-scripts", "--silent"];
  const groups = Array.from({ length: PROCESSES }, (_, group) =>
    specs.filter((_, index) => index % PROCESSES === group),
  );
  await Promise.all(
    groups.map((group) =>
      runChild(command, [...args, "pack", ...options, ...group], { what: "npm pack" }).catch(() => {}),
    ),
  );
}
