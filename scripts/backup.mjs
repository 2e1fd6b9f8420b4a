// `npm run backup -- FILE`: writes a backup of the whole server, which can go on running, and reads it back.
import "./start/node-version.mjs";
import { randomBytes } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { chooseKey, KEY_OPTIONS } from "./backup/read-key.mjs";
import { inWords, loadApp, resolvePlace, runCommand, toPaths } from "./backup/load-app.mjs";
import { dataDirectory, loadEnvFile, release, root } from "./paths.mjs";
import { Refusal } from "./start/start-problems.mjs";

const USAGE = `Usage: ${release ? "patchbay backup" : "npm run backup --"} PLACE [options]

PLACE is a file, a folder (the file is then named by the time) or s3://bucket/key.

  --passphrase-file FILE   encrypts with the passphrase in FILE (by default PATCHBAY_BACKUP_PASSPHRASE, or you are asked)
  --key-file FILE          encrypts with the 32 bytes in FILE (openssl rand -hex 32 > FILE)
  --plain                  does not encrypt: everybody who has the file can read logs and files, but no credentials
  --secret-file FILE       also writes the secret that opens the credentials into FILE; keep it apart from the backup
  --no-verify              does not read the backup back
  --json                   prints the report as JSON`;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        ...KEY_OPTIONS,
        plain: { type: "boolean", default: false },
        "secret-file": { type: "string" },
        "no-verify": { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    });
    if (positionals.length === 1 && !values.help)
      return { ...values, place: resolvePlace(positionals[0]), ...toPaths(values) };
  } catch (error) {
    console.error(error.message);
  }
  console.error(USAGE);
  process.exit(2);
}

/** Writes the secret and the earlier secrets, each in a line. */
function writeSecret(file, { active, previous }) {
  writeFileSync(file, `${[active, ...previous].join("\n")}\n`, { mode: 0o600, flag: "wx" });
}

function report(values, result) {
  if (values.json) return console.log(JSON.stringify(result));
  const { name, bytes, rows, files, missingFiles, verified } = result;
  const state = verified ? ", read back and complete" : "";
  console.log(
    `${name}: ${inWords(bytes)}, ${rows.toLocaleString("en")} rows, ${files.toLocaleString("en")} files${state}.`,
  );
  if (missingFiles > 0) console.log(`${missingFiles} files were deleted while the backup was written.`);
  if (values.plain)
    console.error("This backup is not encrypted: everybody who has the file can read logs, settings and files.");
  if (!values["secret-file"])
    console.log(
      "The secret that opens the credentials is not in it. Keep it apart: " +
        "PATCHBAY_SECRET, the file secret in the data folder, or the key of PATCHBAY_KMS.",
    );
}

/**
 * The server can have its secret from a setting that this command lacks. Reading the settings would then make a secret
 * in the data folder, which opens nothing.
 */
function makeNoSecret() {
  const { PATCHBAY_SECRET, PATCHBAY_SECRET_FILE, PATCHBAY_KMS } = process.env;
  if (PATCHBAY_SECRET || PATCHBAY_SECRET_FILE || PATCHBAY_KMS) return;
  if (!existsSync(path.join(dataDirectory(), "secret"))) process.env.PATCHBAY_SECRET = randomBytes(32).toString("hex");
}

async function run() {
  makeNoSecret();
  const values = readArguments();
  if (values["secret-file"] && existsSync(values["secret-file"]))
    throw new Refusal(`${values["secret-file"]} is there already: name another file, or move it away.`);
  const key = await chooseKey(values);
  const [{ withDatabase }, app] = [await import("./postgres/database.mjs"), await loadApp()];
  await withDatabase(
    async (url) => {
      process.env.DATABASE_URL = url;
      const stopped = new AbortController();
      for (const signal of ["SIGINT", "SIGTERM"])
        process.once(signal, () => stopped.abort(new Refusal("Stopped; nothing was kept.")));
      try {
        const secrets = values["secret-file"] && (await app.findSecrets());
        const place = await app.findPlace(values.place);
        const result = await app.createBackup({ place, key, verify: !values["no-verify"], signal: stopped.signal });
        if (secrets) writeSecret(values["secret-file"], secrets);
        report(values, result);
      } finally {
        await app.runStops((name, error) => console.error(`${name} did not stop cleanly: ${error.message}`));
      }
    },
    { migrates: false },
  );
}

process.chdir(root);
loadEnvFile();
process.env.PATCHBAY_LOG_LEVEL = "silent";
await runCommand(run);
