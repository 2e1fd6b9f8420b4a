// The form of the lines that the start writes: text for a person at a terminal, otherwise one JSON object per line, as
// the server's own log. Imported before everything that writes.
import { format } from "node:util";
import { loadEnvFile } from "../paths.mjs";
import { sentenceOf } from "./start-problems.mjs";

try {
  loadEnvFile();
} catch (error) {
  console.error(sentenceOf(error) ?? error.stack);
  process.exit(1);
}

const setting = process.env.PATCHBAY_LOG_FORMAT;
/** Whether each line is a JSON object. A wrong setting is reported later, with the other settings. */
export const writesJson = setting ? setting === "json" : !process.stdout.isTTY;

/** The lines of a text as JSON, without the marks that help a person at a terminal. */
const toJsonLines = (level, text) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .map((msg) => `${JSON.stringify({ level, time: new Date().toISOString(), part: "start", msg })}\n`)
    .join("");

if (writesJson) {
  console.log = (...texts) => void process.stdout.write(toJsonLines("info", format(...texts)));
  console.error = (...texts) => void process.stderr.write(toJsonLines("error", format(...texts)));
}
