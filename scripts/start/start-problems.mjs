// Sentences with advice for a start that failed; and the wait for a database that is not ready yet.
import { losesConnectionState } from "../postgres/transaction-pooler.mjs";

/** A problem that the person at the terminal can solve: shown without a stack. */
export class Refusal extends Error {}

const WAIT_MS = 60_000;
const PAUSE_MS = 500;
/** The database is not running yet, or is still starting. */
const NOT_YET = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "57P03",
  "53300",
]);
/** The database's errors for a wrong address, by SQLSTATE. */
const ANSWERS = {
  "28P01": "refuses the password of DATABASE_URL: correct the user or the password",
  28000: "does not let the user of DATABASE_URL in: correct the user, or pg_hba.conf of the database",
  "3D000": "has no database of the name in DATABASE_URL: create it (CREATE DATABASE), or correct the name",
};
/** Codes of a certificate whose authority this machine does not know. */
const UNKNOWN_AUTHORITY = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
const OLDEST = 160_000;

/** What to do about a problem with TLS; undefined for any other error. */
function adviseOnTls({ code, message }) {
  if (UNKNOWN_AUTHORITY.has(code))
    return "has a certificate of an authority that is not known here: name the certificate of the authority by sslrootcert=FILE in DATABASE_URL";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return "has a certificate for another name: write a name of the certificate into DATABASE_URL";
  if (code === "CERT_HAS_EXPIRED") return "has a certificate that has expired: renew it";
  if (code === "28000" && message.includes("no encryption"))
    return "may take this user with TLS only: add ?sslmode=verify-full to DATABASE_URL, or correct pg_hba.conf of the database";
  if (message === "The server does not support SSL connections")
    return "has no TLS: switch it on there (ssl = on), or leave sslmode out of DATABASE_URL";
  return undefined;
}

/** The address without its password. */
function placeOf(url) {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

async function askVersion(url) {
  // The start itself installs the packages.
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query("SHOW server_version_num");
    return Number(rows[0].server_version_num);
  } finally {
    await client.end().catch(() => {});
  }
}

async function refuseUnusable(url) {
  const version = await askVersion(url);
  if (version < OLDEST)
    throw new Refusal(
      `The database at ${placeOf(url)} is PostgreSQL ${Math.floor(version / 10_000)}, and Patchbay needs 16 or newer.`,
    );
  if (await losesConnectionState(url))
    throw new Refusal(
      `A connection pooler in transaction mode stands before the database at ${placeOf(url)}, and Patchbay needs connections that stay its own (for LISTEN, locks and prepared statements): set the pooler to session mode, or set DATABASE_URL to the database's direct address.`,
    );
}

/**
 * Waits for the operator's own database, which can be starting at the same time.
 * @param {string} url
 * @param {{ say: (line: string) => void, signal?: AbortSignal, waitMs?: number }} options `waitMs` is a minute by
 *   default
 * @throws {Refusal} with a sentence, if the database does not start, refuses the address, is older than PostgreSQL 16,
 *   or is behind a pooler in transaction mode
 */
export async function waitForDatabase(url, { say, signal, waitMs = WAIT_MS }) {
  const until = Date.now() + waitMs;
  for (let hasReported = false; ; ) {
    try {
      return await refuseUnusable(url);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (error.syscall === "open" && error.path)
        throw new Refusal(`The file ${error.path} that DATABASE_URL names cannot be read (${error.code}).`);
      const answer = adviseOnTls(error) ?? ANSWERS[error.code];
      if (answer) throw new Refusal(`The database at ${placeOf(url)} ${answer}.`);
      if (!NOT_YET.has(error.code))
        throw new Refusal(`The database at ${placeOf(url)} cannot be used: ${error.message}`);
      if (Date.now() >= until)
        throw new Refusal(
          `The database at ${placeOf(url)} does not answer (${error.code}): start it, or correct DATABASE_URL.`,
        );
      if (!hasReported)
        say(`The database at ${placeOf(url)} does not answer yet (${error.code}); waiting up to a minute.`);
      hasReported = true;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      if (signal?.aborted) return;
    }
  }
}

/** The problem with a file or folder, by the error's code. */
const FILES = {
  EACCES:
    "may not be read or written by this user: change its owner or mode, or set PATCHBAY_DATA_DIR to another folder",
  EPERM: "may not be changed by this user: change its owner or mode, or set PATCHBAY_DATA_DIR to another folder",
  EROFS: "is on a disk that is mounted read-only: set PATCHBAY_DATA_DIR to a folder that can be written",
  ENOTDIR: "lies below a file, where a folder is needed: move the file away, or set PATCHBAY_DATA_DIR to a folder",
  EEXIST: "is a file, where a folder is needed: move it away, or set PATCHBAY_DATA_DIR to a folder",
  ENOSPC: "cannot be written, because the disk is full: make room and start again",
  EDQUOT: "cannot be written, because this user's share of the disk is used up: make room and start again",
};

/**
 * The sentence for an error of the file system; undefined for any other error.
 * @param {{ syscall?: string, code?: string, path?: string }} error
 * @returns {string | undefined}
 */
export function sentenceOf({ syscall, code, path }) {
  if (!syscall || !code || !(code in FILES)) return undefined;
  return path ? `${path} ${FILES[code]}.` : `A file ${FILES[code]}.`;
}
