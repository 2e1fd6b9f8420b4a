// `npm run soak -- rotations [count]`, `renewal [accounts]`, `endless [gigabytes]`, `storm [connections]`, `outage
// [minutes]`, `webhooks [events]`, `triggers [events]`, `workbench [sessions]`, `rows [executions]`, `reseal
// [accounts]`, `usage [calls]` or `slow [kilobytes]`: repeats a thousand times what `npm test` tries a few times.
import "./start/node-version.mjs";
import { installPackages } from "./start/install-packages.mjs";
import { inRoot, root } from "./paths.mjs";
import { runNode } from "./start/run-child.mjs";

const HOUR = 3_600_000;

/**
 * Each soak: its usual amount, the tests it runs, the environment variables that pass the amount to them, and the
 * script that runs the built product afterwards.
 */
const SOAKS = {
  rotations: {
    usual: 1000,
    files: ["lib/connected-accounts/rotation.db.test.ts", "lib/connected-accounts/storage-outage.db.test.ts"],
    toEnv: (count) => ({
      PATCHBAY_SOAK_ROTATIONS: String(count),
      PATCHBAY_SOAK_KILLS: String(Math.ceil(count / 20)),
      PATCHBAY_SOAK_OUTAGES: String(Math.ceil(count / 5)),
    }),
  },
  renewal: {
    usual: 10_000,
    files: ["lib/connected-accounts/renewal/renewal-crashes.db.test.ts"],
    toEnv: (accounts) => ({
      PATCHBAY_SOAK_RENEWALS: String(accounts),
      PATCHBAY_SOAK_RENEWAL_KILLS: String(Math.ceil(accounts / 250)),
    }),
  },
  storm: {
    usual: 10_000,
    files: ["lib/http/storm.test.ts"],
    toEnv: (count) => ({ PATCHBAY_SOAK_STORM: String(count) }),
    script: "scripts/soak/storm.mjs",
  },
  endless: {
    usual: 10,
    files: ["lib/execution/endless.db.test.ts"],
    toEnv: (gigabytes) => ({ PATCHBAY_SOAK_ENDLESS_GB: String(gigabytes) }),
  },
  outage: {
    usual: 3,
    files: ["test/product/outage-load.db.test.ts"],
    toEnv: (minutes) => ({ PATCHBAY_SOAK_OUTAGE: String(minutes) }),
  },
  webhooks: {
    usual: 10_000,
    files: ["lib/webhooks/delivery/killed.db.test.ts", "lib/realtime/subscribe.db.test.ts"],
    toEnv: (events) => ({ PATCHBAY_SOAK_WEBHOOKS: String(events) }),
  },
  triggers: {
    usual: 10_000,
    files: ["lib/triggers/killed-events.db.test.ts"],
    toEnv: (events) => ({ PATCHBAY_SOAK_TRIGGERS: String(events) }),
  },
  workbench: {
    usual: 1000,
    files: ["lib/workbench/leaks.db.test.ts"],
    toEnv: (sessions) => ({ PATCHBAY_SOAK_WORKBENCH: String(sessions) }),
  },
  rows: {
    usual: 400,
    files: ["lib/logs/spill-rows.db.test.ts"],
    toEnv: (rows) => ({ PATCHBAY_SOAK_ROWS: String(rows) }),
    script: "scripts/soak/rows.mjs",
  },
  reseal: {
    usual: 100_000,
    files: ["lib/connected-accounts/reseal-scale.db.test.ts", "lib/kernel/database/reseal-values.db.test.ts"],
    toEnv: (accounts) => ({ PATCHBAY_SOAK_RESEAL: String(accounts) }),
  },
  usage: {
    usual: 50_000,
    files: ["lib/overview/metered/usage-after-crashes.db.test.ts"],
    toEnv: (calls) => ({
      PATCHBAY_SOAK_USAGE: String(calls),
      PATCHBAY_SOAK_USAGE_CRASHES: String(Math.ceil(calls / 2500)),
    }),
  },
  slow: {
    usual: 1000,
    files: [
      "test/slow-input/slow-functions.test.ts",
      "test/slow-input/slow-operations.db.test.ts",
      "test/slow-input/slow-answers.db.test.ts",
    ],
    toEnv: (kilobytes) => ({ PATCHBAY_SOAK_SLOW: String(kilobytes * 1000) }),
  },
};

process.chdir(root);
const [name = "", countArgument] = process.argv.slice(2);
const soak = Object.hasOwn(SOAKS, name) ? SOAKS[name] : undefined;
const count = countArgument ?? String(soak?.usual);
if (!soak || !/^[1-9]\d{0,5}$/.test(count)) {
  console.error(`Say what to soak, and how often: npm run soak -- ${Object.keys(SOAKS).join("|")} [how much]`);
  process.exit(2);
}
await installPackages();
// These need the packages, and write files that a fresh checkout lacks.
const { generateClient, writeTables } = await import("./start/set-up.mjs");
writeTables();
await generateClient();
try {
  await runNode(inRoot("node_modules/vitest/vitest.mjs"), ["run", ...soak.files], {
    what: `The soak ${name}`,
    env: soak.toEnv(Number(count)),
    onLine: (line) => console.log(line),
    timeoutMs: HOUR,
  });
  if (soak.script)
    await runNode(inRoot(soak.script), [count], {
      what: `The soak ${name} of the product`,
      onLine: (line) => console.log(line),
      timeoutMs: HOUR,
    });
} catch (error) {
  // The lines above contain the reason.
  console.error(error.message);
  process.exitCode = 1;
}
