/** Lets a test run with other secrets: what was read from the settings before is forgotten. */
import { remembered } from "./process-memory";

/** From now on `secret` seals, and those of `previous` still open. */
export function useSecrets(secret: string, previous: readonly string[] = []): void {
  process.env.PATCHBAY_SECRET = secret;
  process.env.PATCHBAY_SECRET_PREVIOUS = previous.join(",");
  for (const name of ["env", "secrets", "vault"]) remembered.delete(name);
}
