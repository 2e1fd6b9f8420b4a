// Guards of the start (who owns a data folder, what is ended), and of requests to next-auth.

const OWNER = ["scripts/postgres/postgres-owner.db.test.ts"];
const FOLDERS = ["lib/kernel/process/make-temporary-folder.test.ts"];
const SECRET = ["lib/kernel/database/check-secret.db.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const startAndSignIn = [
  {
    name: "the app starts with another secret than its database's",
    file: "lib/kernel/database/check-secret.ts",
    from: "if (check === undefined || !isOurs(check.sealed)) throw",
    to: "if (check === undefined) throw",
    tests: SECRET,
  },
  {
    name: "the app starts on a database of before whose secrets it cannot open",
    file: "lib/kernel/database/check-secret.ts",
    from: "if (keyIds.length > 0 && !keyIds.some(isKnownKey)) throw wrongSecret();",
    to: "void keyIds;",
    tests: SECRET,
  },
  {
    name: "the app starts without the secret of values that an earlier one has sealed",
    file: "lib/kernel/database/check-secret.ts",
    from: "const missing = ids.filter((id) => !isKnownKey(id));",
    to: "const missing = ids.slice(ids.length);",
    tests: SECRET,
  },
  {
    name: "a lock that somebody holds counts as taken",
    file: "scripts/start/file-lock.mjs",
    from: 'if (status === 1) return "busy";',
    to: 'if (status === 1) return "held";',
    tests: OWNER,
  },
  {
    name: "a PostgreSQL whose socket answers is joined by a second one",
    file: "scripts/postgres/postgres-leftover.mjs",
    from: "if (!socket || !(await answers(socket))) return",
    to: "if (!socket || (await answers(socket)) || true) return",
    tests: OWNER,
  },
  {
    name: "PostgreSQL does not hold the lock on its cluster",
    file: "scripts/postgres/postgres.mjs",
    from: 'stdio: ["ignore", log, log, lock]',
    to: 'stdio: ["ignore", log, log]',
    tests: OWNER,
  },
  {
    name: "a session that could not be ended is told as ended",
    file: "lib/access/sign-in/answer-sign-in.ts",
    from: "if (request.failure) throw request.failure.error;",
    to: "if (request.failure && !request.on) throw request.failure.error;",
    tests: ["lib/access/sign-in/sign-out-outage.db.test.ts"],
  },
  {
    name: "the start removes whichever folder the data folder lists",
    file: "lib/kernel/process/make-temporary-folder.ts",
    from: "if (path.basename(folder) === name && PREFIXES.some((prefix) => name.startsWith(prefix)))",
    to: "if (folder && PREFIXES)",
    tests: FOLDERS,
  },
];
