// Reads a file line by line. Lines end at a line feed alone: node:readline also ends them at separators that JSON texts
// can contain.
import { createReadStream } from "node:fs";

/** No line of an audit trail comes near it. */
const MAX_LINE = 1024 * 1024;

/**
 * @param {string} file
 * @returns {AsyncGenerator<string>}
 */
export async function* readLines(file) {
  let rest = "";
  for await (const chunk of createReadStream(file, { encoding: "utf8", highWaterMark: 256 * 1024 })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    if (rest.length > MAX_LINE) throw new Error("A line has more than a megabyte, so this is no audit trail.");
    yield* lines;
  }
  if (rest !== "") yield rest;
}
