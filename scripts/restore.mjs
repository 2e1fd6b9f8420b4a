// `npm run restore -- PLACE`: restores a backup into an empty database; `--wake` ends the quiet that follows.
import "./start/node-version.mjs";
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { ask, askHidden, KEY_OPTIONS, readKey } from "./backup/read-key.mjs";
import { inWords, loadApp, resolvePlace, runCommand, toPaths } from "./backup/load-app.mjs";
import { dataDirectory, loadEnvFile, release, root } from "./paths.mjs";
import { Refusal } from "./start/start-problems.mjs";

/** How a person runs this command here. */
const COMMAND = release ? "patchbay restore" : "npm run restore --";

const USAGE = `Usage: ${COMMAND} PLACE [options]
       ${COMMAND} --wake

PLACE is a file or s3://bucket/key. The database (DATABASE_URL, or the embedded one of the data folder) must be empty.

  --passphrase-file FILE   the file with the passphrase (by default PATCHBAY_BACKUP_PASSPHRASE, or you are asked)
  --key-file FILE          the file with the key
  --secret-file FILE       the secret that was written at the backup; becomes the secret of the data folder, or is
                           wrapped by PATCHBAY_KMS
  --replace                replaces everything in a database that is not empty, after a question
  --check                  only reads the backup, and says whether it could be restored here
  --wake                   lets a restored server renew tokens, poll and deliver; the original must be stopped before
  --yes                    answers the question of --replace and --wake
  --json                   prints the report as JSON`;

function readArguments() {
  const flag = { type: "boolean", default: false };
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...KEY_OPTIONS,
        ...{ "secret-file": { type: "string" }, replace: flag, check: flag, wake: flag, yes: flag },
        ...{ json: flag, help: flag },
      },
    });
    if (!values.help && positionals.length === (values.wake ? 0 : 1))
      return { ...values, place: resolvePlace(positionals[0]), ...toPaths(values) };
  } catch (error) {
    console.error(error.message);
  }
  console.error(USAGE);
  process.exit(2);
}

async function confirm(question, word, isConfirmed) {
  if (isConfirmed) return;
  if (!process.stdin.isTTY) throw new Refusal(`${question} Repeat the command with --yes if that is what you want.`);
  if ((await ask(`${question} Type ${word} to go on: `)) !== word) throw new Refusal("Nothing was changed.");
}

const secretFile = () => path.join(dataDirectory(), "secret");

/** A secret of the operator's own is a line of any length; the list of earlier secrets has some. */
const MAX_SECRET_BYTES = 64 * 1024;

/** @returns {string[]} the secret and the earlier secrets */
function readSecrets(file) {
  if (!existsSync(file)) throw new Refusal(`${file} is not there.`);
  const { size } = statSync(file);
  if (size > MAX_SECRET_BYTES) throw new Refusal(`${file} holds no secret: it has ${size.toLocaleString("en")} bytes.`);
  return readFileSync(file, "utf8").trim().split(/\r?\n/);
}

/**
 * Has the app use the secret of a file. Reading the settings without any secret would make a new one, so there must be
 * one, or a key management service that has it.
 * @returns {string | undefined} the secret to be stored after the restore
 */
function useSecret(file) {
  const { PATCHBAY_SECRET: set, PATCHBAY_SECRET_FILE: setFile, PATCHBAY_KMS: kms } = process.env;
  if (!file) {
    if (set || setFile || kms || existsSync(secretFile())) return undefined;
    throw new Refusal(
      "The secret that opens the credentials of the backup is missing: name the file that was written with " +
        "--secret-file at the backup by --secret-file, or set PATCHBAY_SECRET to the original's.",
    );
  }
  if (setFile) throw new Refusal("PATCHBAY_SECRET_FILE is set too: unset it, or leave --secret-file out.");
  const [secret, ...previous] = readSecrets(file);
  if (set && set !== secret)
    throw new Refusal(`PATCHBAY_SECRET is set and is not the secret in ${file}: unset it, or leave --secret-file out.`);
  process.env.PATCHBAY_SECRET = secret;
  if (previous.length > 0)
    process.env.PATCHBAY_SECRET_PREVIOUS = [...previous, process.env.PATCHBAY_SECRET_PREVIOUS]
      .filter(Boolean)
      .join(",");
  return set ? undefined : secret;
}

/** Stores the secret where the next start reads it; a different secret stays, under a name with the time. */
function keepSecret(secret) {
  const file = secretFile();
  if (existsSync(file)) {
    if (readFileSync(file, "utf8").trim() === secret) return;
    renameSync(file, `${file}.replaced-${Date.now()}`);
  }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, secret, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function findKey(values, app, place) {
  const key = readKey(values);
  if (key || !process.stdin.isTTY || !(await app.needsPassphrase(place))) return key;
  return { kind: "passphrase", text: await askHidden("Passphrase of the backup: ") };
}

function report(values, { version, madeAt, rows, files, presentFiles, strangers }) {
  if (values.json) return;
  console.log(
    `Restored the backup of ${madeAt} (Patchbay ${version}): ` +
      `${rows.toLocaleString("en")} rows, ${files.toLocaleString("en")} files.`,
  );
  if (strangers.length > 0)
    console.log(`Tables of other programs in the backup were left out: ${strangers.join(", ")}.`);
  if (presentFiles > 0)
    console.log(
      `${presentFiles} files were in the bucket already. If the original still runs on this bucket, ` +
        "give this server a bucket of its own before you wake it.",
    );
  if (process.env.PATCHBAY_SECRET_PREVIOUS)
    console.log("Set PATCHBAY_SECRET_PREVIOUS as the original has it: values are still sealed with earlier secrets.");
  console.log(
    "This server starts quiet: it renews no tokens, polls nothing and delivers nothing. When the original is stopped " +
      `for good, wake it in the dashboard, or with \`${COMMAND} --wake\`.`,
  );
}

function reportCheck(values, { made_at: madeAt, version }, sizes) {
  if (values.json) return console.log(JSON.stringify({ restorable: true, madeAt, version, sizes }));
  console.log(
    `The backup of ${madeAt} (Patchbay ${version}) is complete and can be restored here. Unpacked it has ` +
      `${inWords(sizes.rows)} of rows and ${inWords(sizes.files)} of files.`,
  );
}

async function restore(values) {
  const secret = useSecret(values["secret-file"]);
  const app = await loadApp();
  const { findRuntime } = await import("./start/runtime-file.mjs");
  const runtime = findRuntime(dataDirectory());
  if (runtime && !values.check)
    throw new Refusal(`Patchbay runs on the data folder ${dataDirectory()} (process ${runtime.pid}). Stop it first.`);
  const { withDatabase } = await import("./postgres/database.mjs");
  const { migrate, migrateQueue, migrationsIn } = await import("./start/migrate.mjs");
  const place = await app.findPlace(values.place);
  const options = { place, key: await findKey(values, app, place), migrations: migrationsIn() };
  const isEmbedded = !process.env.DATABASE_URL && !process.env.DATABASE_URL_FILE;
  const { about, sizes } = await app.inspectBackup(options, isEmbedded);
  if (values.check) return reportCheck(values, about, sizes);
  if (values.replace)
    await confirm("Everything in the database of this server is deleted and replaced.", "replace", values.yes);
  await withDatabase(
    async (url) => {
      process.env.DATABASE_URL = url;
      await migrateQueue(url);
      const isWrapped = secret !== undefined && Boolean(process.env.PATCHBAY_KMS);
      const result = await app.restoreBackup({
        ...{ ...options, databaseUrl: url, replace: values.replace },
        wrapsSecret: isWrapped,
      });
      if (secret && !isWrapped) keepSecret(secret);
      await migrate(url);
      if (values.json) console.log(JSON.stringify(result));
      report(values, result);
    },
    { migrates: false },
  );
  await app.runStops((name, error) => console.error(`${name} did not stop cleanly: ${error.message}`));
}

async function wake(values) {
  await confirm(
    "This server will renew tokens, poll providers and deliver events. If the original still runs, its connections end.",
    "wake",
    values.yes,
  );
  const app = await loadApp();
  const { withDatabase } = await import("./postgres/database.mjs");
  await withDatabase(async (url) => {
    process.env.DATABASE_URL = url;
    const isWoken = await app.wakeServer();
    if (values.json) console.log(JSON.stringify({ woken: isWoken }));
    else console.log(isWoken ? "The server is awake." : "The server was not quiet.");
    await app.runStops((name, error) => console.error(`${name} did not stop cleanly: ${error.message}`));
  });
}

const args = readArguments();
process.chdir(root);
loadEnvFile();
process.env.PATCHBAY_LOG_LEVEL = "silent";
await runCommand(() => (args.wake ? wake(args) : restore(args)));
