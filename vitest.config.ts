/** Two projects: `unit` needs nothing but the code, `integration` runs on a throw-away PostgreSQL. */
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const NEEDS_DATABASE = ["**/*.db.test.ts", "lib/api.test.ts"];
const LEFT_OUT = [...configDefaults.exclude, "e2e/**", ".next/**", ".cache/**", "data/**", "dist/**"];

export default defineConfig({
  resolve: { alias: { "@": fileURLToPath(new URL(".", import.meta.url)).replace(/\/$/, "") } },
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["**/*.test.ts"], exclude: [...LEFT_OUT, ...NEEDS_DATABASE], setupFiles: ["test/unit-setup.ts"] },
      },
      {
        extends: true,
        test: { name: "integration", include: NEEDS_DATABASE, exclude: LEFT_OUT, pool: "forks", globalSetup: ["test/integration-global.ts"], setupFiles: ["test/integration-setup.ts"] },
      },
    ],
  },
});
