// `npm run -s kms -- rewrap`: wraps the secret of the database again, by the newest version of the key of PATCHBAY_KMS.
import "./start/node-version.mjs";
import { installAppPackages } from "./start/install-packages.mjs";
import { loadEnvFile, root } from "./paths.mjs";

if (process.argv.slice(2).join(" ") !== "rewrap") {
  console.error("Usage: npm run -s kms -- rewrap");
  process.exit(2);
}

/** The app's own modules, loaded from their TypeScript sources. */
async function rewrap(url) {
  process.env.DATABASE_URL = url;
  const { register } = await import("tsx/esm/api");
  register();
  const [{ rewrapSecret }, { runStops }] = await Promise.all([
    import("../lib/kernel/kms/prepare-secrets.ts"),
    import("../lib/kernel/process/lifecycle.ts"),
  ]);
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
  await installAppPackages();
  const [{ generateClient }, { withDatabase }] = await Promise.all([
    import("./start/set-up.mjs"),
    import("./postgres/database.mjs"),
  ]);
  await generateClient();
  const { kms, before } = await withDatabase(rewrap);
  console.log(`The secret was wrapped again by ${kms}; it had been wrapped at ${before.toISOString()}.`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
