// `npm run -s factor:reset -- --email you@example.com`: turns off the two-step sign-in of a person who lost it.
import "./start/node-version.mjs";
import { parseArgs } from "node:util";
import { loadOperator } from "./start/load-operator.mjs";
import { loadEnvFile, release, root } from "./paths.mjs";

const COMMAND = release ? "patchbay reset-second-factor" : "npm run -s factor:reset --";

function readEmail() {
  try {
    const { values } = parseArgs({ options: { email: { type: "string" } } });
    if (values.email) return values.email;
  } catch (error) {
    console.error(error.message);
  }
  console.error(`Usage: ${COMMAND} --email you@example.com`);
  process.exit(2);
}

async function run(email) {
  const operator = await loadOperator();
  const { withDatabase } = await import("./postgres/database.mjs");
  return withDatabase(async (url) => {
    process.env.DATABASE_URL = url;
    const { resetSecondFactor, runStops, prepareSecrets, assertSecret } = operator;
    try {
      await prepareSecrets();
      await assertSecret();
      return await resetSecondFactor(email);
    } finally {
      await runStops((name, error) => console.error(`${name} did not stop cleanly: ${error.message}`));
    }
  });
}

const personEmail = readEmail();
process.chdir(root);
loadEnvFile();
// The log goes to standard output by default, which must contain only the result.
process.env.PATCHBAY_LOG_LEVEL = "silent";
try {
  console.log(JSON.stringify(await run(personEmail)));
} catch (error) {
  const problems = error.issues?.map((issue) => issue.message).join("; ");
  console.error(problems ? `The email ${problems}.` : error.message);
  if (error.details?.suggestedFix) console.error(error.details.suggestedFix);
  if (error.output) console.error(error.output.trim());
  process.exit(1);
}
