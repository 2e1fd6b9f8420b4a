// Makes the outputs of a build, each of them once for its sources.
import { staysAsBuilt } from "./run-packages.mjs";
import { isDone, oncePerHash } from "./stamps.mjs";

/**
 * As `oncePerHash`, for a step that needs the packages of a build.
 * @returns {Promise<boolean>} whether the step ran
 * @throws {Refusal} if it has to run, and this folder has only the packages of a running server
 */
export async function makeOnce(name, hash, outputs, action) {
  if (!isDone(name, hash, outputs) && staysAsBuilt(outputs)) return false;
  return oncePerHash(name, hash, outputs, action);
}
