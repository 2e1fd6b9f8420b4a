// Unpacks the program of an installed release, once. npm runs it after the install, and `patchbay` if npm did not.
//   node bin/unpack.cjs
// It is plain CommonJS without packages: there are none before.
"use strict";
const { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require("fs");
const path = require("path");
const { gunzipSync } = require("zlib");

const PACKS = "packs";
const PROGRAM = 0o755;
const DATA = 0o644;

/** Writes the files of a pack: the length of its list in 4 bytes, the list as JSON, and the bytes of each file. */
function unpackOne(pack, folder) {
  const bytes = gunzipSync(readFileSync(pack));
  let offset = 4 + bytes.readUInt32BE(0);
  for (const [name, size, isProgram] of JSON.parse(bytes.toString("utf8", 4, offset))) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, bytes.subarray(offset, offset + size), { mode: isProgram ? PROGRAM : DATA });
    offset += size;
  }
}

/** Moves a folder's entries to where they belong, in place of those of an earlier version. */
function moveEntries(from, to, replaced) {
  mkdirSync(replaced);
  for (const name of readdirSync(from)) {
    const target = path.join(to, name);
    if (existsSync(target)) renameSync(target, path.join(replaced, name));
    renameSync(path.join(from, name), target);
  }
}

/**
 * Unpacks what is packed in the folder of a release; afterwards the packs are gone. Processes that do so at the same
 * time, and one that was ended on the way, do no harm.
 */
function unpack(root) {
  const packs = path.join(root, PACKS);
  if (!existsSync(packs)) return;
  const folder = path.join(root, `.unpacked-${process.pid}`);
  // The program must be readable for users other than the one who installs it.
  const umask = process.umask(0o022);
  try {
    const files = path.join(folder, "files");
    mkdirSync(files, { recursive: true });
    for (const name of readdirSync(packs).sort()) unpackOne(path.join(packs, name), files);
    moveEntries(files, root, path.join(folder, "replaced"));
    rmSync(packs, { recursive: true, force: true });
  } catch (error) {
    // Another process has finished meanwhile.
    if (!existsSync(packs)) return;
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error;
    throw new Error(
      `The program in ${root} is not unpacked yet, and this user may not write there. Run once as its owner: node ${path.join(root, "bin", "unpack.cjs")}`,
    );
  } finally {
    process.umask(umask);
    rmSync(folder, { recursive: true, force: true });
  }
}

module.exports = { unpack };
if (require.main === module) unpack(path.resolve(__dirname, ".."));
