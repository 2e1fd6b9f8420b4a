/**
 * Which copy of the app has the sandbox and the files of a session. This is stored in the database, because a sandbox
 * lives where it was started: another copy names the owner, and takes the session over once the owner is gone.
 */
import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { memoize } from "@/lib/kernel/concurrency/memoize";
import { db } from "@/lib/kernel/database/db";
import { changeIn, rowsIn, rowsOf, statement } from "@/lib/kernel/database/statement";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";
import { onStop } from "@/lib/kernel/process/lifecycle";
import { processMemory } from "@/lib/kernel/process-memory";
import type { LostVariables, Owner } from "../run-answer";
import { findFolders, hasFolders } from "../host/folders";

const BEAT_MS = 10_000;
/** After so long without a word a copy is gone. */
const ALIVE_SECONDS = 30;
/** For so long a copy knows without asking that nobody took its sessions: shorter, because clocks differ. */
const SURE_MS = 25_000;
const ID = /^[0-9a-f]{24}$/;

type Copy = { id: string; name: string; sureUntil: number; lapses: number };

/** The id of a data folder, which has one owner; made with the first sandbox. */
async function readId(): Promise<string> {
  const file = path.join((await findFolders()).state, "copy");
  const storedId = await readFile(file, "utf8").catch(() => "");
  if (ID.test(storedId)) return storedId;
  const id = randomBytes(12).toString("hex");
  await writeFile(`${file}.new`, id, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return id;
}

const copyHere = () =>
  processMemory("workbench.copy", () =>
    memoize(
      async (): Promise<Copy> => ({
        id: await readId(),
        name: `${hostname()}:${env().port}`,
        sureUntil: -Infinity,
        lapses: 0,
      }),
    ),
  );

const BEAT = statement({
  name: "workbench.copy-lives",
  text: `INSERT INTO workbench_copy (id, name, alive_until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
    ON CONFLICT (id) DO UPDATE SET name = $2, alive_until = clock_timestamp() + make_interval(secs => $3)`,
});

const isSure = (copy: Copy): boolean => performance.now() < copy.sureUntil;

async function beat(copy: Copy): Promise<void> {
  const since = performance.now();
  const lapsed = !isSure(copy);
  await rowsOf(BEAT, [copy.id, copy.name, ALIVE_SECONDS]);
  if (lapsed) copy.lapses++;
  copy.sureUntil = since + SURE_MS;
}

/**
 * Records that this copy lives, as long as the process runs. Its sessions remain its own for a while after that,
 * because it can come back.
 */
export function startHeartbeat(): void {
  // While the database is away nobody else can take a session either, and who uses one looks again.
  const timer = setInterval(
    () =>
      void copyHere()()
        .then(beat)
        .catch(() => {}),
    BEAT_MS,
  ).unref();
  onStop("word of the workbench", async () => clearInterval(timer));
}

const elsewhere = (name: string): ApiError =>
  new ApiError("Conflict", `The sandbox and the files of this session live on another copy of the app, ${name}.`, {
    suggestedFix:
      "Send the calls of a session to one copy, or run code at a Jupyter gateway (PATCHBAY_WORKBENCH=gateway), " +
      "which all copies share. When that copy is gone for half a minute, another one takes the session over.",
  });

const HELD_ELSEWHERE = statement({
  name: "workbench.held-elsewhere",
  text: `SELECT h.copy_name, h.held_at FROM workbench_holder h JOIN workbench_copy c ON c.id = h.copy_id
    WHERE h.project_id = $1 AND h.session_id = $2 AND h.copy_id <> $3 AND c.alive_until > clock_timestamp()`,
  columns: { copy_name: "text", held_at: "timestamptz" },
});

/** Which other copy that lives has a session, and since when; null where none has. */
export async function findOwnerElsewhere({ projectId, sessionId }: Owner): Promise<{ name: string; at: Date } | null> {
  const id = (await hasFolders()) ? (await copyHere()()).id : "";
  const [row] = await rowsOf(HELD_ELSEWHERE, [projectId, sessionId, id]);
  return row ? { name: row.copy_name, at: row.held_at } : null;
}

/** @throws ApiError Conflict where another copy that lives has the session, naming it */
export async function requireHere(owner: Owner): Promise<void> {
  const holder = await findOwnerElsewhere(owner);
  if (holder) throw elsewhere(holder.name);
}

const LOCK = statement({
  name: "workbench.lock-holder",
  text: `INSERT INTO workbench_holder (project_id, session_id, copy_id, copy_name, names) VALUES ($1, $2, $3, $4, '{}')
    ON CONFLICT (project_id, session_id) DO UPDATE SET held_at =
      CASE WHEN workbench_holder.copy_id = $3 THEN clock_timestamp() ELSE workbench_holder.held_at END
    RETURNING copy_id, copy_name, names`,
  columns: { copy_id: "text", copy_name: "text", names: "text[]?" },
});
// On its own, so that it sees what was written while the row was waited for.
const LIVES = statement({
  name: "workbench.holder-lives",
  text: "SELECT id FROM workbench_copy WHERE id = $1 AND alive_until > clock_timestamp()",
  columns: { id: "text" },
});
const TAKE = statement({
  name: "workbench.take-session",
  text: `UPDATE workbench_holder SET copy_id = $3, copy_name = $4, names = '{}', held_at = clock_timestamp()
    WHERE project_id = $1 AND session_id = $2`,
});

/**
 * Makes a session this copy's own.
 * @returns what is gone where a copy had it that is gone; null otherwise
 * @throws ApiError Conflict where another copy that lives has it
 */
export async function takeOwnership({ projectId, sessionId }: Owner): Promise<LostVariables | null> {
  const copy = await copyHere()();
  if (!isSure(copy)) await beat(copy);
  const values = [projectId, sessionId, copy.id, copy.name];
  const before = await db.$transaction(async (tx) => {
    const [row] = await rowsIn(tx, LOCK, values);
    if (!row || row.copy_id === copy.id) return null;
    if ((await rowsIn(tx, LIVES, [row.copy_id])).length > 0) throw elsewhere(row.copy_name);
    await changeIn(tx, TAKE, values);
    return row;
  });
  if (!before) return null;
  const reason = `the copy of the app that had its sandbox (${before.copy_name}) is gone`;
  return { reason, variables: before.names ?? [], at: new Date(), withFiles: true };
}

/** A mark of the time in which this copy was never taken for gone; undefined while that may be. */
export async function certainty(): Promise<number | undefined> {
  const copy = await copyHere()();
  return isSure(copy) ? copy.lapses : undefined;
}

const NOTE = statement({
  name: "workbench.note-names",
  text: "UPDATE workbench_holder SET names = $4 WHERE project_id = $1 AND session_id = $2 AND copy_id = $3",
});

/** Notes which variables a session has, for whoever takes it over. */
export async function noteNames({ projectId, sessionId }: Owner, names: readonly string[]): Promise<void> {
  await rowsOf(NOTE, [projectId, sessionId, (await copyHere()()).id, names]);
}

const FORGET = statement({
  name: "workbench.forget-holder",
  text: "DELETE FROM workbench_holder WHERE project_id = $1 AND session_id = $2",
});

/** For a deleted session. */
export async function forgetOwnership({ projectId, sessionId }: Owner): Promise<void> {
  await rowsOf(FORGET, [projectId, sessionId]);
}

// Longer than any session lives that nobody uses.
const PRUNE = [
  statement({
    name: "workbench.prune-holders",
    text: "DELETE FROM workbench_holder WHERE held_at < clock_timestamp() - interval '400 days'",
  }),
  statement({
    name: "workbench.prune-copies",
    text: "DELETE FROM workbench_copy WHERE alive_until < clock_timestamp() - interval '1 day'",
  }),
];

/** Deletes what copies have left that never came back. */
export async function pruneOwnership(): Promise<void> {
  for (const statement of PRUNE) await rowsOf(statement, []);
}
