// Loads the parts of the app that commands use.
import { pathToFileURL } from "node:url";
import { inRoot, release } from "../paths.mjs";
import { installAppPackages } from "./install-packages.mjs";

/** Makes the bundle if its sources changed. */
async function bundle() {
  await installAppPackages();
  const { bundleOperator, generateClient } = await import("./set-up.mjs");
  await generateClient();
  await bundleOperator();
}

/** @returns the exports of operator.ts, from its bundle; a release contains the bundle */
export async function loadOperator() {
  if (!release) await bundle();
  return import(pathToFileURL(inRoot("dist/operator.mjs")).href);
}
