/** Reads the files of an import, which anybody can have written: bounded in bytes, entries, levels and values. */
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { extract, type Header } from "tar-stream";
import { ApiError } from "@/lib/kernel/errors";
import { readExactJson } from "@/lib/kernel/json/read-json";
import type { JsonBounds } from "@/lib/kernel/json/scan-json";
import { issueSentences, sayIssue } from "@/lib/kernel/text/issue-sentences";
import { nearestName } from "@/lib/kernel/text/nearest-name";
import { mayBeUnstorable } from "@/lib/kernel/text/storable";
import { FILE_NAMES, FILES, type FileName, type ProjectFiles } from "./files.contract";

/** Of the archive as it is sent; exported accounts shrink to a tenth. */
export const MAX_ARCHIVE_BYTES = 8 * 1024 * 1024;
/** Of all files together, unpacked, with the headers of the tar. */
const MAX_BYTES = 24 * 1024 * 1024;
/** Folders and headers of other tools included. */
const MAX_ENTRIES = 50;
const BOUNDS: JsonBounds = { depth: 32, values: 400_000, names: 300_000, different: 20_000 };
const MOST_SENTENCES = 20;

/** A problem of one file, with its place. */
export type Problem = { file: string; text: string };

const shorten = (name: string): string => JSON.stringify(name.slice(0, 100));

const refusal = (message: string, suggestedFix: string, cause?: unknown): ApiError =>
  new ApiError("Unprocessable", `${message} Nothing was changed.`, { errors: [message], suggestedFix, cause });

const PACK = "Pack the files themselves: tar -czf FILE.tar.gz -C FOLDER .";

const tooLarge = (): ApiError =>
  refusal(
    `The files have more than ${MAX_BYTES / 1024 / 1024} MB unpacked.`,
    "Import them in parts: an import can have some of the files alone.",
  );

/** The name of a known file; undefined for an entry without content of ours. @throws ApiError for every other entry */
function toFileName({ name, type }: Header): FileName | undefined {
  const plain = name.replace(/^(\.\/)+/, "");
  if (type === "directory" && (plain === "" || plain === ".")) return undefined;
  if (type !== "file" && type !== "contiguous-file")
    throw refusal(`${shorten(name)} is no file but a ${type ?? "thing of its own"}.`, PACK);
  const fileName = FILE_NAMES.find((knownName) => knownName === plain);
  if (fileName) return fileName;
  const near = nearestName(plain, FILE_NAMES);
  throw refusal(
    `${shorten(name)} is none of the files of a project.`,
    `${near ? `Did you mean ${near}? ` : ""}The files are ${FILE_NAMES.join(", ")}, in no folder. ${PACK}`,
  );
}

async function readBody(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Counts what gunzip makes of a few bytes. */
async function* bounded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw tooLarge();
    yield chunk;
  }
}

/** The texts of the files, by name. */
async function unpack(archive: Buffer): Promise<Map<FileName, string>> {
  const texts = new Map<FileName, string>();
  const tar = extract();
  const feeding = pipeline(Readable.from([archive]), createGunzip(), bounded, tar);
  // The loop below has the same error, and can end before this promise is looked at.
  feeding.catch(() => undefined);
  let entries = 0;
  for await (const entry of tar) {
    if (++entries > MAX_ENTRIES) throw refusal(`The archive has more than ${MAX_ENTRIES} entries.`, PACK);
    const name = toFileName(entry.header);
    const body = await readBody(entry as unknown as AsyncIterable<Uint8Array>);
    if (name === undefined) continue;
    if (texts.has(name)) throw refusal(`The archive has ${name} twice.`, PACK);
    texts.set(name, body.toString("utf8"));
  }
  await feeding;
  return texts;
}

/** Reads one file. Its problems are added to `problems`. */
function readFile<Name extends FileName>(name: Name, text: string, problems: Problem[]): ProjectFiles[Name] {
  const add = (sentences: readonly string[]): undefined =>
    void problems.push(...sentences.map((sentence) => ({ file: name, text: sentence })));
  const read = readExactJson(text.startsWith("\ufeff") ? text.slice(1) : text, BOUNDS);
  if (read.kind === "excess") return add(["it has more values or levels than any export: import it in parts."]);
  if (read.kind === "inexact") return add([`the number ${read.literal.slice(0, 40)} is not exact: write it as text.`]);
  if (read.kind === "broken") return add(["it is not JSON: look for a missing comma or bracket."]);
  // Only single halves of characters and U+0000 are still escaped after this.
  if (mayBeUnstorable(text) && mayBeUnstorable(JSON.stringify(read.value)))
    return add(["it has a character that cannot be stored: U+0000, or half of a character."]);
  const parsed = FILES[name].safeParse(read.value, { error: sayIssue });
  if (parsed.success) return parsed.data as ProjectFiles[Name];
  return add(issueSentences(parsed.error, "the file", MOST_SENTENCES));
}

/** @throws ApiError Unprocessable that names each problem with its file and place, if there are any */
export function assertNoProblems(problems: readonly Problem[]): void {
  const sentences = problems.map(({ file, text }) => `${file}: ${text}`);
  const [first] = sentences;
  if (first === undefined) return;
  const more = sentences.length > 1 ? ` (${sentences.length - 1} more)` : "";
  throw new ApiError("Unprocessable", `${first}${more} Nothing was changed.`, {
    errors: sentences.slice(0, MOST_SENTENCES),
    suggestedFix: "Correct what errors names in the files, and import them again.",
  });
}

/**
 * Reads an archive. Texts that are stored must not hold what PostgreSQL refuses.
 * @throws ApiError Unprocessable that names the file and the place of each problem
 */
export async function readArchive(archive: Buffer): Promise<ProjectFiles> {
  const texts = await unpack(archive).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    throw refusal(
      "This is not a whole .tar.gz archive.",
      "Send the file as patchbay export or Settings wrote it. " + PACK,
      error,
    );
  });
  if (texts.size === 0) throw refusal("The archive has no files.", PACK);
  const problems: Problem[] = [];
  const files: ProjectFiles = {};
  for (const name of FILE_NAMES) {
    const text = texts.get(name);
    if (text === undefined) continue;
    Object.assign(files, { [name]: readFile(name, text, problems) });
  }
  assertNoProblems(problems);
  return files;
}
