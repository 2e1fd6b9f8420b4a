// Writes the archive: the same files make the same bytes, whenever and wherever they are packed.
import { createWriteStream, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { pack } from "tar-stream";
import { inRoot } from "../paths.mjs";
import { contentOf } from "./collect-files.mjs";
import { packFiles } from "./write-packs.mjs";

/** The time of every file; npm sets it too, because archives with times differ at each packing. */
const PACKED_AT = new Date("1985-10-26T08:15:00.000Z");
const PROGRAM = 0o755;
const DATA = 0o644;

const isProgram = ({ source }) => source !== undefined && (statSync(inRoot(source)).mode & 0o100) !== 0;

/** The collected files with their bytes, by name. */
const readFiles = (files) =>
  [...files.keys()].sort().map((name) => {
    const file = files.get(name);
    return { name, bytes: contentOf(file), isProgram: isProgram(file) };
  });

async function addFiles(archive, folder, files) {
  for (const { name, bytes, isProgram: isExecutable } of files) {
    const mode = isExecutable ? PROGRAM : DATA;
    await new Promise((resolve, reject) => {
      const entry = { name: `${folder}/${name}`, size: bytes.length, mode, mtime: PACKED_AT, uid: 0, gid: 0 };
      archive.entry(entry, bytes, (error) => (error ? reject(error) : resolve()));
    });
  }
  archive.finalize();
}

/**
 * @param {Map<string, { source: string } | { content: Buffer }>} files
 * @returns {Promise<string>} the path of the archive in `dist/release`
 */
export async function writeArchive(files) {
  const { version } = JSON.parse(readFileSync(inRoot("package.json"), "utf8"));
  const folder = `patchbay-${version}`;
  const target = inRoot("dist/release", `${folder}-${process.platform}-${process.arch}.tgz`);
  mkdirSync(path.dirname(target), { recursive: true });
  const archive = pack();
  const compression = pipeline(archive, createGzip(), createWriteStream(`${target}.part`));
  await Promise.all([addFiles(archive, folder, packFiles(readFiles(files))), compression]);
  renameSync(`${target}.part`, target);
  return target;
}
