/** What the tests of one run share: where the product answers, and who they are in it. */
import type { Account } from "./provision";

export const RUN_VARIABLE = "PATCHBAY_E2E_RUN";

export type Run = Account & { dataDir: string };

/** The run's product and account, handed from the global set-up to the test's process. */
export function run(): Run {
  const text = process.env[RUN_VARIABLE];
  if (!text) throw new Error("The tests run through Playwright's global set-up: npx playwright test");
  return JSON.parse(text) as Run;
}
