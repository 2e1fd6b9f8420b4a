/** What the tests of one run share: where the product answers, and who they are in it. */

export const RUN_VARIABLE = "PATCHBAY_E2E_RUN";

export type Account = {
  url: string;
  email: string;
  password: string | null;
  org_id: string;
  project_id: string;
  api_key: string;
};

export type Run = Account & { dataDir: string };

/** Null before the global set-up is over. */
export function findRun(): Run | null {
  const text = process.env[RUN_VARIABLE];
  return text ? (JSON.parse(text) as Run) : null;
}

/** The run's product and account, handed from the global set-up to the test's process. */
export function run(): Run {
  const current = findRun();
  if (!current) throw new Error("The tests run through Playwright's global set-up: npx playwright test");
  return current;
}
