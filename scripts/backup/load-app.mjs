// What both commands share: the app's own modules, and the problems that a person can solve.
import path from "node:path";
import { callersFolder } from "../paths.mjs";
import { loadOperator } from "../start/load-operator.mjs";
import { Refusal, sentenceOf } from "../start/start-problems.mjs";

/** Loads the app's modules of backups. */
export const loadApp = async () => (await loadOperator()).backupCommands;

/** A path of the command line, from the folder in which the command was called; addresses of buckets stay. */
export const resolvePlace = (place) =>
  place === undefined || place.startsWith("s3://")
    ? place
    : // A slash at the end means a folder.
      path.resolve(callersFolder, place) + (/[/\\]$/.test(place) ? path.sep : "");

/** The options that name files, from the folder in which the command was called. */
export const toPaths = (values) =>
  Object.fromEntries(
    ["passphrase-file", "key-file", "secret-file"].flatMap((name) =>
      values[name] === undefined ? [] : [[name, resolvePlace(values[name])]],
    ),
  );

/** A size for people: 12,345,678 bytes are 11.8 MB. */
export function inWords(bytes) {
  if (bytes >= 1024 ** 3) return `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  return bytes >= 1024 ** 2 ? `${(bytes / 1024 ** 2).toFixed(1)} MB` : `${Math.ceil(bytes / 1024)} KB`;
}

const EXPECTED = ["BackupProblem", "SettingsError", "DataFolderInUse", "NewerDatabase"];

/** Runs a command and sets the exit code: 1 for a problem, with its sentence on standard error. */
export async function runCommand(work) {
  try {
    await work();
  } catch (error) {
    const isExpected =
      error instanceof Refusal || EXPECTED.includes(error.name) || EXPECTED.includes(error.constructor.name);
    console.error(isExpected ? error.message : (sentenceOf(error) ?? error.stack));
    process.exitCode = 1;
  }
}
