/** Runs before each unit test file. */
import { rmSync } from "node:fs";
import { afterAll } from "vitest";
import { applyTestSettings } from "./test-settings";

applyTestSettings();
delete process.env.DATABASE_URL;

afterAll(() => {
  rmSync(process.env.PATCHBAY_DATA_DIR ?? "", { recursive: true, force: true });
});
