/** The files of a project in one: a .tar.gz, the same bytes for the same content. */
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { pack } from "tar-stream";
import type { ProjectFiles } from "./files.contract";

/** Files with a fixed time: two exports of the same content have the same bytes. */
const TIME = new Date(0);
const MODE = 0o600;

/** One file as it is written: with two spaces a level and a line break at its end. */
const toText = (content: unknown): string => `${JSON.stringify(content, null, 2)}\n`;

/** @returns the bytes; an export is bounded by the most items of each file */
export async function writeArchive(files: ProjectFiles): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name, mode: MODE, mtime: TIME }, toText(content));
  tar.finalize();
  const chunks: Uint8Array[] = [];
  for await (const chunk of tar as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return promisify(gzip)(Buffer.concat(chunks));
}
