/** Loads the rows of a backup on one connection, in the transaction of its caller. */
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { About, Manifest } from "../archive/manifest";
import { BackupProblem } from "../backup-problem";

type Bytes = AsyncIterable<Uint8Array>;

const JOB_COLUMNS = "identifier, payload, run_at, max_attempts, key, priority, queue_name";
const JOB_TABLE = "restored_job";

async function drain(body: Bytes): Promise<void> {
  for await (const _ of body);
}

/** The rows of one table on their way into the database. */
type Load = { table: string; input: PassThrough; wait: () => Promise<void> };

const quoted = (name: string): string => `"${name}"`;

export class TableLoader {
  private load: Load | undefined;
  /** Tables of the backup that are none of Patchbay's. */
  readonly strangers = new Set<string>();

  /**
   * @param tables those that the migrations have made. Whoever wrote the backup can name others: of PostgreSQL itself,
   *   which would give a stranger the rights of this user, and of other programs on this database.
   */
  constructor(
    private readonly client: ClientBase,
    private readonly about: About,
    private readonly tables: ReadonlySet<string>,
  ) {}

  /** Writes a part of a table; a new table ends the previous table. */
  async part(table: string, body: Bytes): Promise<void> {
    if (!this.tables.has(table)) {
      this.strangers.add(table);
      return drain(body);
    }
    if (this.load?.table !== table) {
      await this.end();
      const columns = this.about.tables.find(({ name }) => name === table)?.columns ?? [];
      this.load = this.begin(table, `COPY ${quoted(table)} (${columns.map(quoted).join(", ")}) FROM STDIN`);
    }
    await this.write(this.load, body);
  }

  /** Writes a part of the jobs. */
  async jobsPart(body: Bytes): Promise<void> {
    if (this.load?.table !== JOB_TABLE) {
      await this.end();
      await this.client.query(
        `CREATE TEMP TABLE ${JOB_TABLE} (identifier text, payload json, run_at timestamptz, max_attempts int, key text,
          priority int, queue_name text) ON COMMIT DROP`,
      );
      this.load = this.begin(JOB_TABLE, `COPY ${JOB_TABLE} (${JOB_COLUMNS}) FROM STDIN`);
    }
    await this.write(this.load, body);
  }

  /** Waits until the rows of the last table are in the database. */
  async end(): Promise<void> {
    const { load } = this;
    this.load = undefined;
    if (!load) return;
    load.input.end();
    await load.wait();
    if (load.table === JOB_TABLE)
      await this.client.query(
        `SELECT graphile_worker.add_job(identifier, payload => payload, queue_name => queue_name, run_at => run_at,
          max_attempts => max_attempts, job_key => key, priority => priority) FROM ${JOB_TABLE}`,
      );
  }

  private begin(table: string, text: string): Load {
    const input = new PassThrough();
    const done = pipeline(input, this.client.query(copyFrom(text))).catch((error: Error) => {
      throw new BackupProblem(`The rows of ${table} couldn't be loaded: ${error.message}. Nothing was changed.`, {
        cause: error,
      });
    });
    // Whoever writes or ends waits for it; a failure in between must not end the process.
    done.catch(() => undefined);
    return { table, input, wait: () => done };
  }

  private async write({ input, wait }: Load, body: Bytes): Promise<void> {
    for await (const chunk of body) if (!input.write(chunk)) await Promise.race([once(input, "drain"), wait()]);
  }
}

/** Has the sequences of the tables go on after the values of the backup. */
export async function setSequences(
  client: ClientBase,
  sequences: Manifest["sequences"],
  tables: ReadonlySet<string>,
): Promise<void> {
  for (const { table, column, value } of sequences)
    if (tables.has(table))
      await client.query("SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint)", [quoted(table), column, value]);
}
