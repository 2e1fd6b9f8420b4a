// Guards of lib/files and lib/logs.

const FILES = ["lib/files/files.db.test.ts"];
const QUOTA = ["lib/files/quota.db.test.ts"];
const S3 = ["lib/files/s3.db.test.ts"];
const LOGS = ["lib/logs/record-execution.db.test.ts"];
const SPILLED = ["lib/logs/spill-rows.db.test.ts"];
const FIND = ["lib/logs/find-tool-logs.db.test.ts"];
const TURNS = ["lib/logs/search-in-turn.db.test.ts"];
const PAYLOAD = ["lib/logs/to-stored-json.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const filesAndLogs = [
  {
    name: "a file's address needs no signature",
    file: "lib/files/signed-url.ts",
    from: "if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected))",
    to: "if (!signatureBytes && !timingSafeEqual(signatureBytes, expected))",
    tests: FILES,
  },
  {
    name: "a file's address counts for ever",
    file: "lib/files/signed-url.ts",
    from: "if (expires * 1000 <= now().getTime()) throw",
    to: "if (expires * 1000 <= 0) throw",
    tests: FILES,
  },
  {
    name: "a download's address takes an upload",
    file: "lib/files/signed-url.ts",
    from: "if (allowed !== may) throw",
    to: "if (!may) throw",
    tests: FILES,
  },
  {
    name: "another project's file is read by its key",
    file: "lib/files/storage-key.ts",
    from: "key.startsWith(`${projectId}/`) && isStorageKey",
    to: "key.startsWith(projectId.slice(0, 0)) && isStorageKey",
    tests: ["lib/files/storage-key.test.ts"],
  },
  {
    name: "a slug leaves its folder",
    file: "lib/files/storage-key.ts",
    from: "const PART = /^[A-Za-z0-9][A-Za-z0-9_-]{0,119}$/;",
    to: "const PART = /^[^/]{1,120}$/;",
    tests: ["lib/files/storage-key.test.ts"],
  },
  {
    name: "a project's files take any space",
    file: "lib/files/quota.ts",
    from: "if (usedBytes + size > env().files.projectBytes) throw",
    to: "if (usedBytes + size > env().files.projectBytes * 1e9) throw",
    tests: QUOTA,
  },
  {
    name: "files that come together pass the quota",
    file: "lib/files/quota.ts",
    from: "pg_advisory_xact_lock(hashtextextended(",
    to: "length(concat('', ",
    tests: QUOTA,
  },
  {
    name: "addresses into the bucket count for nothing until their file is opened",
    file: "lib/files/quota.ts",
    from: "GREATEST(coalesce(size, 0), coalesce(reserved, 0))",
    to: "coalesce(size, 0)",
    tests: S3,
  },
  {
    name: "an address into the bucket takes any length",
    file: "lib/files/s3-storage.ts",
    from: "ContentType: mimetype, ContentLength: size",
    to: "ContentType: mimetype",
    tests: S3,
  },
  {
    name: "an announced file is of any size",
    file: "lib/files/uploads.ts",
    from: "if (size !== undefined && size > env().files.maxBytes) throw tooLarge();",
    to: "",
    tests: S3,
  },
  {
    name: "an upload is of another type than announced",
    file: "lib/files/uploads.ts",
    from: "if (mimetype && essence(mimetype) !== essence(row.mimetype))",
    to: 'if (mimetype === "-")',
    tests: FILES,
  },
  {
    name: "a spreadsheet runs a formula of the log",
    file: "lib/kernel/text/to-csv-line.ts",
    from: "FORMULA.test(value) ? `'${value}` : value",
    to: 'FORMULA.test("") ? `\'${value}` : value',
    tests: ["lib/kernel/text/to-csv-line.test.ts"],
  },
  {
    name: "a secret that a cut divides is stored",
    file: "lib/logs/to-stored-json.ts",
    from: "cutText(redactText(text.slice(0, walk.left + MARGIN), walk.secrets), walk.left)",
    to: "cutText(text.slice(0, walk.left + MARGIN), walk.left)",
    tests: PAYLOAD,
  },
  {
    name: "a secret that the end of a column divides is stored",
    file: "lib/logs/to-stored-json.ts",
    from: "cutText(redactText(text.slice(0, max + MARGIN), secrets), max)",
    to: "cutText(redactText(text.slice(0, max), secrets), max)",
    tests: PAYLOAD,
  },
  {
    name: "values under names that a tool declares secret are stored",
    file: "lib/logs/to-stored-json.ts",
    from: "isHiddenName(name, walk.names)",
    to: "isHiddenName(name, undefined)",
    tests: PAYLOAD,
  },
  {
    name: "secrets with quotes are stored",
    file: "lib/logs/to-stored-json.ts",
    from: "JSON.stringify(secret).slice(1, -1)",
    to: "secret",
    tests: PAYLOAD,
  },
  {
    name: "payloads are stored although the project keeps none",
    file: "lib/logs/execution-log.ts",
    from: "if (row.storePayloads && row.request !== undefined)",
    to: "if (row.request !== undefined)",
    tests: LOGS,
  },
  {
    name: "after one outage of the database the log gives up sooner at the next",
    file: "lib/logs/record-execution.ts",
    from: "      state.failures = 0;\n",
    to: "",
    tests: ["lib/logs/log-outage.db.test.ts"],
  },
  {
    name: "rows of the log gather in memory without an end",
    file: "lib/logs/record-execution.ts",
    from: "state.waiting.length > MAX_WAITING || ",
    to: "state.waiting.length > MAX_WAITING * 1000 || ",
    tests: ["lib/logs/log-outage.db.test.ts"],
  },
  {
    name: "one execution of another project's log is read",
    file: "lib/logs/find-tool-logs.ts",
    from: "FROM tool_log WHERE project_id = $1 AND id = $2`,",
    to: "FROM tool_log WHERE $1::text IS NOT NULL AND id = $2`,",
    tests: FIND,
  },
  {
    name: "the log lists executions of all projects",
    file: "lib/logs/find-tool-logs.ts",
    from: "SELECT ${SUMMARY} FROM tool_log WHERE project_id = $1`,",
    to: "SELECT ${SUMMARY} FROM tool_log WHERE $1::text IS NOT NULL`,",
    tests: FIND,
  },
  {
    name: "a search of the log carries its own syntax",
    file: "lib/logs/to-words.ts",
    from: String.raw`const WORD = /[\p{L}\p{N}]+/gu;`,
    to: String.raw`const WORD = /[^\s]+/gu;`,
    tests: ["lib/logs/to-words.test.ts"],
  },
  {
    name: "one project's searches of logs take all places",
    file: "lib/logs/search-in-turn.ts",
    from: "share: Math.max(1, total >> 1)",
    to: "share: total",
    tests: TURNS,
  },
  {
    name: "any number of a project's searches of logs wait",
    file: "lib/logs/search-in-turn.ts",
    from: "waitingForSlot(SEARCHES, projectId) >= MAX_WAITING",
    to: "waitingForSlot(SEARCHES, projectId) >= 1000",
    tests: TURNS,
  },
  {
    name: "one project's exports take all places",
    file: "lib/logs/search-in-turn.ts",
    from: "{ total: 20, share: 2 }",
    to: "{ total: 20, share: 20 }",
    tests: TURNS,
  },
  {
    name: "searches of logs take the connections of requests",
    file: "lib/logs/find-tool-logs.ts",
    from: "rowsWhere(isFull ? WHOLE : SUMMARIES, more, values, searchPool())",
    to: "rowsWhere(isFull ? WHOLE : SUMMARIES, more, values)",
    tests: TURNS,
  },
  {
    name: "rows of the log in the data folder are open to read",
    file: "lib/logs/spill-rows.ts",
    from: "sealed: sealJson(rows, sealContext(name))",
    to: "sealed: JSON.stringify([rows, sealJson, sealContext])",
    tests: SPILLED,
  },
  {
    name: "what a deleted project left in the data folder is recorded",
    file: "lib/logs/spill-rows.ts",
    from: "rows.filter((row) => living.get(projectOf(row)))",
    to: "rows.filter((row) => living.get(projectOf(row)) !== undefined)",
    tests: SPILLED,
  },
  {
    name: "a call of a killed process has no row",
    file: "lib/execution/run-execution.ts",
    from: "if (!work.dryRun && !work.keyed.repeatable) beginSending(",
    to: "if (work.dryRun && !work.keyed.repeatable) beginSending(",
    tests: ["lib/execution/killed-calls.db.test.ts"],
  },
];
