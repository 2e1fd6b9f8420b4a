// Packs most files of a release into a few: npm unpacks an archive three times, and each file costs it a millisecond
// each time. bin/unpack.cjs unpacks them after the install.
import { gzipSync } from "node:zlib";

/** Files that npm, people and tools look for in the archive, and those that unpack the rest. */
const STAYS = /^(bin\/.*|[^/]+\.(json|md|txt)|LICENSE|\.env\.example)$/;
/** A higher level takes two to three times as long for a thousandth of the bytes. */
const LEVEL = 7;
/** A pack is unpacked in memory. */
const PACK_BYTES = 24 * 2 ** 20;

/** The bytes of a pack, as bin/unpack.cjs reads them. */
function toPack(files) {
  const list = Buffer.from(JSON.stringify(files.map(({ name, bytes, isProgram }) => [name, bytes.length, isProgram])));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(list.length);
  return gzipSync(Buffer.concat([length, list, ...files.map(({ bytes }) => bytes)]), { level: LEVEL });
}

/**
 * @param {{ name: string, bytes: Buffer, isProgram: boolean }[]} files all files of the release, in their order
 * @returns {{ name: string, bytes: Buffer, isProgram: boolean }[]} the files of the archive: those that stay, and packs
 */
export function packFiles(files) {
  const packs = [];
  let packed = [];
  let size = 0;
  const close = () => {
    if (packed.length > 0) packs.push(toPack(packed));
    [packed, size] = [[], 0];
  };
  for (const file of files.filter(({ name }) => !STAYS.test(name))) {
    if (size + file.bytes.length > PACK_BYTES) close();
    packed.push(file);
    size += file.bytes.length;
  }
  close();
  return [
    ...files.filter(({ name }) => STAYS.test(name)),
    ...packs.map((bytes, index) => ({ name: `packs/${String(index).padStart(2, "0")}`, bytes, isProgram: false })),
  ];
}
