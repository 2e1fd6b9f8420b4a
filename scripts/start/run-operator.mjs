// Runs a command of the operator on the database, whether the server runs or not: prints its result as one line of
// JSON, or what is wrong.
import { loadEnvFile, root } from "../paths.mjs";
import { loadOperator } from "./load-operator.mjs";

/** @param {(operator: any) => Promise<unknown>} work */
async function withOperator(work) {
  const operator = await loadOperator();
  const { withDatabase } = await import("../postgres/database.mjs");
  return withDatabase(async (url) => {
    process.env.DATABASE_URL = url;
    const { runStops, prepareSecrets, assertSecret } = operator;
    try {
      await prepareSecrets();
      await assertSecret();
      return await work(operator);
    } finally {
      await runStops((name, error) => console.error(`${name} did not stop cleanly: ${error.message}`));
    }
  });
}

/** @param {(operator: any) => Promise<unknown>} work */
export async function runOperator(work) {
  process.chdir(root);
  loadEnvFile();
  // The log goes to standard output by default, which must contain only the result.
  process.env.PATCHBAY_LOG_LEVEL = "silent";
  try {
    console.log(JSON.stringify(await withOperator(work)));
  } catch (error) {
    const problems = error.issues?.map((issue) => issue.message).join("; ");
    console.error(problems ? `The email ${problems}.` : error.message);
    if (error.details?.suggestedFix) console.error(error.details.suggestedFix);
    if (error.output) console.error(error.output.trim());
    process.exit(1);
  }
}
