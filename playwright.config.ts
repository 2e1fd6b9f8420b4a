/** The browser and SDK tests: one product for the whole run, started by e2e/harness as `npm start` starts it. */
import { defineConfig } from "@playwright/test";
import { SPECS_WITHOUT_BROWSER } from "./e2e/harness/specs";

const SPEED = "**/speed.spec.ts";

export default defineConfig({
  testDir: "e2e",
  // Times are measured by `npm run bench:pages`, alone: a slow machine must not fail a test.
  projects: process.env.BENCH_PAGES
    ? [{ name: "speed", testMatch: SPEED }]
    : [
        {
          name: "browser",
          testMatch: "**/*.spec.ts",
          testIgnore: [SPEED, ...SPECS_WITHOUT_BROWSER],
          // A test that passes on its second try is counted and named as flaky.
          retries: 1,
          // Placeholders that pulse on a page that loads took a quarter of the browser's CPU. One story of every-page
          // loads pages as most people see them, with movement.
          use: { contextOptions: { reducedMotion: "reduce" } },
        },
        { name: "api", testMatch: SPECS_WITHOUT_BROWSER, retries: 0 },
      ],
  globalSetup: process.env.BENCH_PAGES ? undefined : "./e2e/harness/global-setup.ts",
  outputDir: "test-results",
  timeout: 180_000,
  globalTimeout: 85 * 60_000,
  // Generous, because a busy machine is slow, not wrong.
  expect: { timeout: 60_000 },
  // Three even on two cores: the stories wait for pages, providers and restarts for much of their time.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE
    ? [["list"], ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE }]]
    : [["list"]],
  use: {
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.PATCHBAY_CHROMIUM ?? process.env.CHROMIUM_PATH,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
