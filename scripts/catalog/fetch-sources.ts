/** Streams the files that toolkits name from npm packages, pinned by version and integrity hash. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { isSdkFile } from "@/lib/catalog/compile/sources/sdk/is-sdk-file";
import { inRoot } from "../paths.mjs";
import { npmCommand } from "../start/npm-command.mjs";

/** The folder that is the whole package. */
const WHOLE = "./";

export type PinnedPackage = { package: string; version: string; integrity: string };

/**
 * The path of a downloaded file of a package. A folder, written with a slash at its end, is stored as one JSON object:
 * the texts that the readers of SDKs need, by their path inside the folder.
 */
export const sourceFile = (cache: string, pinned: PinnedPackage, file: string): string =>
  path.join(
    cache,
    "sources",
    `${pinned.package.replace(/[@/]+/g, "-").replace(/^-/, "")}-${pinned.version}`,
    file === WHOLE ? "whole.files.json" : file.replace(/\/$/, ".files.json"),
  );

/** The path of a source's text: a download in the cache, or a file of this repository if no package is pinned. */
export const sourcePath = (cache: string, pinned: PinnedPackage | undefined, file: string): string =>
  pinned ? sourceFile(cache, pinned, file) : inRoot("toolkits", file);

async function sha512(file: string): Promise<string> {
  const hash = createHash("sha512");
  await pipeline(createReadStream(file), hash);
  return `sha512-${hash.digest("base64")}`;
}

/** The folder of archives that scripts/start/fetch-archives downloads. */
export const archivesFolder = (cache: string): string => path.join(cache, "archives");

/** The archive of a package that was downloaded before, if it arrived whole. */
async function findArchive(
  cache: string,
  { package: name, version, integrity }: PinnedPackage,
): Promise<string | undefined> {
  const file = path.join(archivesFolder(cache), `${name.replace(/^@/, "").replaceAll("/", "-")}-${version}.tgz`);
  return existsSync(file) && (await sha512(file)) === integrity ? file : undefined;
}

async function download(pinned: PinnedPackage, folder: string): Promise<string> {
  const [command = "npm", ...args] = npmCommand();
  await promisify(execFile)(
    command,
    [...args, "pack", `${pinned.package}@${pinned.version}`, "--pack-destination", folder, "--silent"],
    { cwd: folder, maxBuffer: 1 << 26 },
  );
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (!tarball) throw new Error(`npm pack gave no archive for ${pinned.package}@${pinned.version}`);
  const archive = path.join(folder, tarball);
  const hash = await sha512(archive);
  if (hash !== pinned.integrity)
    throw new Error(`its hash is ${hash}, toolkits/sources.yaml expects ${pinned.integrity}`);
  return archive;
}

function writeWhole(target: string, content: string): void {
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(`${target}.${process.pid}.part`, content);
  renameSync(`${target}.${process.pid}.part`, target);
}

async function extractFiles(tarball: string, targets: Map<string, string>): Promise<void> {
  const entries = extract();
  const missing = new Set(targets.keys());
  const folders = [...targets.keys()]
    .filter((name) => name.endsWith("/"))
    .map((name) => ({ name, texts: {} as Record<string, string> }));
  const work = (async () => {
    for await (const entry of entries) {
      // Archives of npm hold everything under one folder, usually `package/`.
      const name = entry.header.name.replace(/^[^/]+\//, "");
      const target = targets.get(name);
      const folder = folders.find((candidate) => candidate.name === WHOLE || name.startsWith(candidate.name));
      if (target && entry.header.type === "file") {
        mkdirSync(path.dirname(target), { recursive: true });
        await pipeline(entry, createWriteStream(`${target}.${process.pid}.part`));
        renameSync(`${target}.${process.pid}.part`, target);
        missing.delete(name);
      } else if (folder && entry.header.type === "file" && isSdkFile(name)) {
        folder.texts[folder.name === WHOLE ? name : name.slice(folder.name.length)] = await text(entry);
        missing.delete(folder.name);
      } else entry.resume();
    }
  })();
  await Promise.all([pipeline(createReadStream(tarball), createGunzip(), entries), work]);
  for (const { name, texts } of folders)
    if (!missing.has(name)) writeWhole(targets.get(name) ?? "", JSON.stringify(texts));
  if (missing.size > 0) throw new Error(`the package has no file ${[...missing].join(", ")}`);
}

/**
 * Downloads the files of one package that are not in the cache yet.
 * @param files paths inside the package
 * @throws Error if the download fails, its hash differs or a file is missing
 */
export async function fetchSources(
  cache: string,
  pinned: PinnedPackage,
  files: string[],
  say: (text: string) => void,
): Promise<void> {
  const targets = new Map(
    files.map((file) => [file, sourceFile(cache, pinned, file)] as const).filter(([, target]) => !existsSync(target)),
  );
  if (targets.size === 0) return;
  const name = `${pinned.package}@${pinned.version}`;
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, "download-"));
  try {
    let tarball = await findArchive(cache, pinned);
    if (!tarball) {
      say(`Downloading ${name}`);
      tarball = await download(pinned, folder);
    }
    say(`Reading ${targets.size} files of ${name}`);
    await extractFiles(tarball, targets);
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
