// Builds everything that a start needs and that can be made without a database.
import { end, orStop, signal } from "../start/ending.mjs";
import { installAppPackages } from "../start/install-packages.mjs";
import { step } from "../start/steps.mjs";

async function build() {
  await step("Installing packages", () => installAppPackages({ builds: true }));
  const setUp = await orStop(import("../start/set-up.mjs"));
  await orStop(step("Generating the database client", setUp.generateClient));
  setUp.writeTables();
  await orStop(step("Bundling the settings", setUp.bundleSettings));
  await orStop(step("Bundling the command line", setUp.bundleCli));
  await orStop(step("Bundling the server", setUp.bundleServer));
  await orStop(step("Bundling the commands", setUp.bundleOperator));
  await orStop(step("Compiling the catalog", setUp.compileCatalog));
  await orStop(step("Building the pages", (detail) => setUp.buildPages(detail)));
}

/** Builds what changed; ends the process with a message if a step fails. */
export async function buildAll() {
  try {
    await build();
  } catch (error) {
    if (signal.aborted) return orStop();
    console.error(`\n${error.output ? error.message : error.stack}`);
    if (error.output) console.error(error.output.trim().split("\n").slice(-60).join("\n"));
    await end(1);
  }
}
