/** Lets a test run with other secrets: what was read from the settings before is forgotten. */

const store = globalThis as unknown as Record<symbol, unknown>;

/** From now on `secret` seals, and those of `previous` still open. */
export function useSecrets(secret: string, previous: readonly string[] = []): void {
  process.env.PATCHBAY_SECRET = secret;
  process.env.PATCHBAY_SECRET_PREVIOUS = previous.join(",");
  for (const name of ["env", "vault"]) store[Symbol.for(`patchbay.${name}`)] = undefined;
}
