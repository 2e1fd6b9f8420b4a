// `npm run -s kms -- rewrap`: wraps the secret of the database again, by the newest version of the key of PATCHBAY_KMS.
import "./start/node-version.mjs";
import { loadOperator } from "./start/load-operator.mjs";
import { loadEnvFile, release, root } from "./paths.mjs";

if (process.argv.slice(2).join(" ") !== "rewrap") {
  console.error(`Usage: ${release ? "patchbay kms rewrap" : "npm run -s kms -- rewrap"}`);
  process.exit(2);
}

async function rewrap({ rewrapSecret, runStops }, url) {
  process.env.DATABASE_URL = url;
  try {
    return await rewrapSecret();
  } finally {
    await runStops((name, error) => console.error(`${name} did not stop cleanly: ${error.message}`));
  }
}

process.chdir(root);
loadEnvFile();
process.env.PATCHBAY_LOG_LEVEL = "silent";
try {
  const operator = await loadOperator();
  const { withDatabase } = await import("./postgres/database.mjs");
  const { kms, before } = await withDatabase((url) => rewrap(operator, url));
  console.log(`The secret was wrapped again by ${kms}; it had been wrapped at ${before.toISOString()}.`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
