/**
 * The contents of a backup: a tar. Its first entry describes the server, its last entry has the sums, and between them
 * are the tables as text of COPY, the jobs, and the files.
 */
import { z } from "zod";

export const ABOUT = "about.json";
export const MANIFEST = "manifest.json";
/** `tables/<table>/<number of the part>`: parts follow each other, and a row can go on in the next part. */
export const TABLES = "tables/";
export const JOBS = "jobs/";
/** `files/<key of the file>` */
export const FILES = "files/";
/** `sums/<number>`: lines of `sha256sum` for the files before it. */
export const SUMS = "sums/";

/** Tables whose rows belong to this machine, to this moment, or to a start, with the reason. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  _prisma_migrations: "the restore makes the tables by the migrations that the backup names",
  app_copy: "processes that run now",
  backup_run: "backups of this server, which another one must not delete",
  catalogue_search: "a start loads the catalog again",
  catalogue_state: "a start loads the catalog again",
  category: "a start loads the catalog again",
  quiet_state: "whether this server is quiet",
  rate_limit_bucket: "counts of this minute",
  workbench_copy: "processes that run now",
};

/** The size of a part of a table. */
export const PART_BYTES = 1024 * 1024;
/** Lines in one entry of sums. */
export const SUMS_LINES = 1_000;

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/, "is not the name of a table or column");
/** Texts of a file that others made can be shown in a terminal, which would obey control characters. */
const line = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^\P{Cc}*$/u, "contains control characters");
const count = z.int().min(0);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The first entry. Bounded, because a file that others made can be named too. */
export const About = z.object({
  format: z.literal(1),
  id: line(100),
  /** Of Patchbay. */
  version: line(100),
  made_at: z.iso.datetime(),
  /** Of PostgreSQL. */
  postgres: line(200),
  migrations: z.array(z.object({ name: line(255), checksum: line(64) })).max(10_000),
  /** A known text, sealed with the secret of the server: whoever restores it proves that they have the same one. */
  secret_check: z.string().max(1000).nullable(),
  /** The secret, wrapped by a key management service: only that service opens it. */
  wrapped_secret: z.object({ kms: line(1000), wrapped: line(20_000) }).nullish(),
  /** The ids of the keys that values are sealed with. */
  key_ids: z.array(line(100)).max(1000),
  /** In an order in which their foreign keys hold. */
  tables: z.array(z.object({ name, columns: z.array(name).max(1000) })).max(1000),
});
export type About = z.output<typeof About>;

const TableSum = z.object({ name, rows: count, bytes: count, sha256 });

/** The last entry. */
export const Manifest = z.object({
  id: z.string().max(100),
  tables: z.array(TableSum).max(1000),
  jobs: z.object({ rows: count, bytes: count, sha256 }),
  /** The last values of sequences, as texts: they can be larger than a double. */
  sequences: z.array(z.object({ table: name, column: name, value: z.string().regex(/^\d{1,19}$/) })).max(1000),
  files: z.object({
    count,
    bytes: count,
    /** Of all lines of the sums. */
    sha256,
    /** Files of the snapshot whose content was gone when its turn came. */
    missing: count,
  }),
});
export type Manifest = z.output<typeof Manifest>;
