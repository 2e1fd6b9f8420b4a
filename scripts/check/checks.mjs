// The checks that need no running app: lint, types, rooms, dead code, migrations. `npm run check` and
// `npm test` run them.
import { inRoot } from "../paths.mjs";
import { CommandFailed, runNode } from "../start/run-child.mjs";
import { generateClient, writeTables } from "../start/set-up.mjs";
import { findCommitProblems } from "../words/commits.mjs";

const bin = (file) => inRoot("node_modules", file);
/** depcruise complains about folders that do not exist yet. */
const ROOMS = ["app", "cli", "components", "lib", "server.ts", "server-routes.ts", "page-server.ts", "proxy.tsx"];

/** Writes what the other checks read: the route table, the database client, Next's types. */
export async function generate() {
  writeTables();
  await generateClient();
  await runNode(bin("next/dist/bin/next"), ["typegen"], {
    what: "next typegen",
    // The types of the routes of the API, too.
    env: { NEXT_TELEMETRY_DISABLED: "1", PATCHBAY_FAST_DOOR: "off" },
  });
}

const FORMAT = [
  "format",
  () =>
    runNode(bin("@biomejs/biome/bin/biome"), ["format", "--diagnostic-level=error", "."], {
      what: "biome (npm run format mends it)",
    }),
];

/** The checks that read the types of Next's routes, which a build replaces. The longest check comes first. */
export const TYPED_CHECKS = [
  ["lint", () => runNode(bin("oxlint/bin/oxlint"), [], { what: "oxlint" })],
  // Another check runs at the same time, and more checkers would do a part of the work twice.
  ["types", () => runNode(bin("typescript-native/bin/tsc"), ["--noEmit", "--checkers", "1"], { what: "tsc" })],
];

export const OTHER_CHECKS = [
  [
    "rooms",
    () =>
      runNode(bin("dependency-cruiser/bin/dependency-cruise.mjs"), ["--config", ".dependency-cruiser.cjs", ...ROOMS], {
        what: "dependency-cruiser",
      }),
  ],
  ["dead code", () => runNode(bin("knip/bin/knip.js"), ["--no-progress", "--no-config-hints"], { what: "knip" })],
  [
    "migrations",
    () =>
      runNode(
        inRoot("scripts/prisma.mjs"),
        [
          "migrate",
          "diff",
          "--from-migrations",
          "prisma/migrations",
          "--to-schema",
          "prisma/schema.prisma",
          "--exit-code",
        ],
        {
          what: "The comparison of prisma/schema.prisma with prisma/migrations",
          env: { DATABASE_URL: "" },
        },
      ),
  ],
  FORMAT,
];

/** Checks the subjects of commits, if the folder is a repository. */
const COMMITS = [
  "commits",
  async () => {
    const problems = await findCommitProblems();
    if (problems.length > 0) throw new CommandFailed("The check of commits", 1, problems.join("\n"));
  },
];

/** The checks of `npm run check`. */
export const QUICK_CHECKS = [...TYPED_CHECKS, ...OTHER_CHECKS, COMMITS];

export const UNIT_TESTS = [
  "unit tests",
  () => runNode(bin("vitest/vitest.mjs"), ["run", "--project", "unit", "--reporter=dot"], { what: "vitest" }),
];

/**
 * Runs the checks, some at the same time, and reports each result as soon as it is known.
 * @param {[string, () => Promise<unknown>][]} checks
 * @returns {Promise<{ name: string, ok: boolean, seconds: number, output: string }[]>}
 */
export async function runChecks(checks, report = () => {}, atOnce = 2) {
  const waiting = [...checks];
  const results = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, run] = next;
      const since = performance.now();
      const result = await run().then(
        () => ({ ok: true, output: "" }),
        (error) => ({ ok: false, output: error instanceof CommandFailed ? error.output : error.stack }),
      );
      const outcome = { name, seconds: (performance.now() - since) / 1000, ...result };
      results.push(outcome);
      report(outcome);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

export const lineOf = ({ name, ok, seconds }) =>
  `${ok ? "✓" : "✗"} ${name.padEnd(20)} ${seconds.toFixed(1).padStart(6)} s`;
