/** Migrations run while older copies of the app go on: none of their statements breaks or blocks such a copy. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { inRoot } from "../paths.mjs";
import { migrationsIn } from "../start/migrate.mjs";
import { findUnsafeStatements } from "./migration-safety.mjs";

/** The last migration before the rule. */
const BEFORE_THE_RULE = "20261127080500_wrapped_secret";

it("no migration breaks an older copy that runs beside it", () => {
  const problems = migrationsIn()
    .map(({ name }) => name)
    .filter((name) => name > BEFORE_THE_RULE)
    .flatMap((name) =>
      findUnsafeStatements(readFileSync(inRoot("prisma/migrations", name, "migration.sql"), "utf8")).map(
        (problem) => `${name}: ${problem}`,
      ),
    );
  expect(problems).toEqual([]);
});

it.each([
  ["DROP TABLE a", "drops a table"],
  ['ALTER TABLE "a" DROP COLUMN "b"', "drops a column"],
  ['ALTER TABLE "a" ADD COLUMN "c" TEXT,\nDROP COLUMN "b"', "drops a column"],
  ["ALTER TABLE a DROP b", "drops what an older copy uses"],
  ["ALTER TABLE a ADD c TEXT, DROP IF EXISTS b", "drops what an older copy uses"],
  ["DROP POLICY p ON a", "drops what an older copy uses"],
  ["ALTER TABLE a RENAME COLUMN b TO c", "renames"],
  ["ALTER TABLE a RENAME TO c", "renames"],
  ["ALTER TYPE mood RENAME VALUE 'x' TO 'y'", "renames"],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE BIGINT', "changes a type"],
  ['ALTER TABLE "a" ALTER COLUMN "b" TYPE BIGINT', "changes a type"],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL', "forbids null"],
  ['ALTER TABLE "a" ALTER COLUMN "b" DROP DEFAULT', "takes a default away"],
  ['ALTER TABLE "a" ADD COLUMN "b" TEXT NOT NULL', "adds a column that must not be null"],
  ['ALTER TABLE "a" ADD COLUMN "b" INT NOT NULL DEFAULT 0, ADD COLUMN "c" TEXT NOT NULL', "adds a column"],
  ['ALTER TABLE "a" ADD CONSTRAINT "a_b_fkey" FOREIGN KEY ("b") REFERENCES "b"("id")', "without NOT VALID"],
  ['ALTER TABLE "a" ADD CHECK (b > 0)', "without NOT VALID"],
  ['ALTER TABLE "a" ADD COLUMN "c" INT, ADD UNIQUE ("b")', "without NOT VALID"],
  ['ALTER TABLE "a" DROP CONSTRAINT "a_pkey"', "drops a constraint"],
  ['DROP INDEX "a_b_idx"', "drops a constraint or an index"],
  ['CREATE UNIQUE INDEX "a_b_key" ON "a"("b")', "forbids rows"],
  ['CREATE INDEX "a_b_idx" ON "a"("b")', "CONCURRENTLY, alone in its file"],
  ["DO $$ BEGIN EXECUTE 'DROP TABLE a'; END $$", "drops a table"],
  ['CREATE INDEX CONCURRENTLY i ON "a"("b"); SELECT 1', "put the statement alone into a file"],
  ["-- contract: 0.3.0\nDROP TABLE a", "drops a table"],
  ["INSERT INTO a VALUES ('x -- y'); DROP TABLE b", "drops a table"],
])("refuses %s", (sql, why) => expect(findUnsafeStatements(sql).join("\n")).toContain(why));

it.each([
  'ALTER TABLE "a" ADD COLUMN "b" TEXT, ADD COLUMN "c" INT NOT NULL DEFAULT 0',
  'CREATE TABLE "a" ("id" TEXT NOT NULL);\nCREATE UNIQUE INDEX "k" ON "a"("id");\nCREATE INDEX "i" ON "a"("id")',
  'CREATE TABLE "a" ("id" TEXT NOT NULL);\nALTER TABLE "a" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "b"("id")',
  'ALTER TABLE "a" ADD CONSTRAINT "f" FOREIGN KEY ("id") REFERENCES "b"("id") NOT VALID',
  'CREATE INDEX CONCURRENTLY "i" ON "a"("b") WHERE status <> \'success\'',
  'ALTER TABLE "a" ALTER COLUMN "b" DROP NOT NULL',
  'ALTER TABLE "a" ADD COLUMN "check" TEXT, ADD COLUMN "unique" TEXT',
  "-- Nothing renames or drops a table here: DROP TABLE a\nSELECT 1",
  "-- contract: 0.3.0, no version since 0.2.0 reads the table.\nDROP TABLE a",
])("takes %s", (sql) => expect(findUnsafeStatements(sql)).toEqual([]));
