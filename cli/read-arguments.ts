/** Reads the arguments of a call: JSON in the command line, in a file (`@file`) or from standard input (`-`). */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { Failure, UsageError } from "./command";

/** More than any tool takes. */
const MAX_BYTES = 32 * 1024 * 1024;

/** Reads a stream to its end. @throws {Failure} if it is longer than `limit` bytes */
export async function readStream(stream: Readable, name: string, limit = MAX_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) throw new Failure(`${name} has more than ${limit} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

async function readText(text: string, stdin: Readable): Promise<[string, string]> {
  if (text === "-") return ["Standard input", await readStream(stdin, "Standard input")];
  if (!text.startsWith("@")) return ["The argument", text];
  const file = text.slice(1);
  try {
    return [file, await readStream(createReadStream(file), file)];
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new UsageError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? "no file"}).`);
  }
}

/**
 * The arguments as an object; empty without a text.
 * @throws {UsageError} if they are not a JSON object
 */
export async function readArguments(text: string | undefined, stdin: Readable): Promise<Record<string, unknown>> {
  if (text === undefined) return {};
  const [name, content] = await readText(text, stdin);
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`${name} must be a JSON object, such as '{"name": "value"}'.`);
  return value as Record<string, unknown>;
}
