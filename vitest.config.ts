/** Two projects: `unit` needs nothing but the code, `integration` runs on a throw-away PostgreSQL. */
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { SlowFirst } from "./scripts/check/slow-first";
import { PATIENT } from "./test/setup/patience";

/** Tests that need a database, or the downloaded descriptions of the catalog. */
const NEEDS_SET_UP = ["**/*.db.test.ts", "lib/api.test.ts", "scripts/fidelity/*.test.ts"];
/** At least the given number of workers, and one less than there are cores. */
const workers = (least: number): number => Math.max(least, availableParallelism() - 1);
const LEFT_OUT = [...configDefaults.exclude, "e2e/**", ".next/**", ".cache/**", "data/**", "dist/**"];

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // A wait without a limit of its own ends shortly before its test: a busy machine is slow, not wrong.
    expect: { poll: { timeout: PATIENT.timeout } },
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        // Pure code leaves no state behind: one module graph serves all files of a worker, which takes less than half
        // of the time.
        test: {
          name: "unit",
          maxWorkers: workers(2),
          sequence: { groupOrder: 1 },
          isolate: false,
          include: ["**/*.test.ts"],
          exclude: [...LEFT_OUT, ...NEEDS_SET_UP],
          globalSetup: ["test/setup/run-global.ts"],
          setupFiles: ["test/setup/unit-setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          // Three even on two cores: the tests wait for databases, servers and sandboxes for half of their time.
          maxWorkers: workers(3),
          sequence: { groupOrder: 0 },
          include: NEEDS_SET_UP,
          exclude: LEFT_OUT,
          pool: "forks",
          // test/setup/as-new makes a process as if it were new before each file.
          isolate: false,
          globalSetup: ["test/setup/run-global.ts", "test/setup/integration-global.ts"],
          setupFiles: ["test/setup/integration-setup.ts"],
        },
      },
    ],
  },
});
