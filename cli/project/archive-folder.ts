/** The files of a project between a folder and the archive that a server takes and returns. */
import { createReadStream } from "node:fs";
import { lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, gzipSync } from "node:zlib";
import { extract, pack } from "tar-stream";
import { Failure } from "../command";
import { toPlainLine } from "../terminal/lay-out";

/** The only names that a server can have written into a folder of this machine. */
const FILE_NAME = /^[a-z][a-z-]{0,50}\.json$/;
/** More than a server takes unpacked. */
const MAX_BYTES = 24 * 1024 * 1024;

const toReason = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? (error as Error).message;

/** Whether a place is a file by its name; every other place is a folder. */
export const isArchiveName = (place: string): boolean => /\.(tar\.gz|tgz)$/i.test(place);

/** Writes a file that is whole or not there; another file of the name, or a link, is replaced. */
export async function writeWhole(file: string, content: Uint8Array): Promise<void> {
  const part = `${file}.${process.pid}.part`;
  try {
    await writeFile(part, content, { flag: "wx", mode: 0o600 });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw new Failure(`${file} cannot be written (${toReason(error)}).`);
  }
}

async function readBounded(source: AsyncIterable<Uint8Array>, limit: number, name: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw new Failure(`${name} is larger than ${limit / 1024 / 1024} MB.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The files of an archive, by name. @throws {Failure} for an archive that no export is */
async function unpack(archive: Uint8Array): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  const tar = extract();
  const feeding = pipeline(Readable.from([archive]), createGunzip(), tar);
  feeding.catch(() => undefined);
  let left = MAX_BYTES;
  for await (const entry of tar) {
    const { name, type } = entry.header;
    if (type !== "file" || !FILE_NAME.test(name))
      throw new Failure(`The answer of the server has a file that no export has: ${toPlainLine(name).slice(0, 100)}`);
    const content = await readBounded(entry as unknown as AsyncIterable<Uint8Array>, left, "The export");
    left -= content.byteLength;
    files.set(name, content);
  }
  await feeding;
  return files;
}

/** Writes the files of an archive into a folder, which can exist. @returns their names */
export async function unpackInto(folder: string, archive: Uint8Array): Promise<string[]> {
  const files = await unpack(archive).catch((error: unknown) => {
    throw error instanceof Failure ? error : new Failure(`The export is damaged (${toReason(error)}).`);
  });
  await mkdir(folder, { recursive: true }).catch((error: unknown) => {
    throw new Failure(`Couldn't create the folder ${folder} (${toReason(error)}).`);
  });
  for (const [name, content] of files) await writeWhole(path.join(folder, name), content);
  return [...files.keys()];
}

async function readOne(file: string, limit: number): Promise<Buffer> {
  try {
    return await readBounded(createReadStream(file), limit, file);
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(`${file} cannot be read (${toReason(error)}).`);
  }
}

/** Packs the JSON files of a folder. @throws {Failure} for a folder without any, and for links */
async function packFolder(folder: string): Promise<Buffer> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  if (names.length === 0) throw new Failure(`The folder ${folder} has no files of a project.`);
  const tar = pack();
  let left = MAX_BYTES;
  for (const name of names) {
    const file = path.join(folder, name);
    if (!(await lstat(file)).isFile()) throw new Failure(`${file} is no file.`);
    const content = await readOne(file, left);
    left -= content.byteLength;
    tar.entry({ name, mode: 0o600, mtime: new Date(0) }, content);
  }
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return gzipSync(Buffer.concat(chunks));
}

/** The archive of a place: a folder with the files, or a file that is one. @throws {Failure} if it cannot be read */
export async function readPlace(place: string): Promise<Buffer> {
  const facts = await lstat(place).catch((error: unknown) => {
    throw new Failure(`${place} cannot be read (${toReason(error)}).`);
  });
  return facts.isDirectory() ? packFolder(place) : readOne(place, MAX_BYTES);
}
