/** The settings that tests run with: fixed, and apart from the developer's own. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { forgetSettings } from "./process-memory";

/** Sets them before any module of the app reads its settings; the data folder is new for each test file. */
export function applyTestSettings(): void {
  process.env.PATCHBAY_SECRET = "test-secret-test-secret-test-secret-0123456789";
  process.env.PATCHBAY_DATA_DIR = mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "patchbay-test-"));
  process.env.PATCHBAY_OUTBOUND_ALLOW = "127.0.0.1:*,localhost:*";
  process.env.PATCHBAY_WEBHOOK_ALLOW = "127.0.0.1:*,localhost:*";
  process.env.PATCHBAY_PUBLIC_URL = "http://localhost:3000";
  process.env.PATCHBAY_LOG_LEVEL = "silent";
  // A test file that ran before in this worker can have read other settings.
  forgetSettings();
}
