/** The secrets of this thread: one seals, and all open. A key management service can give them at the start. */
import { env } from "./env";
import { processMemory } from "../process-memory";

export type Secrets = { active: string; previous: readonly string[] };

const memory = () =>
  processMemory("secrets", (): { secrets?: Secrets } => {
    const { secret, previousSecrets } = env();
    return secret === undefined ? {} : { secrets: { active: secret, previous: previousSecrets } };
  });

/** Replaces the secrets of the settings by those that a key management service has unwrapped, at a start. */
export function setSecrets(secrets: Secrets): void {
  memory().secrets = secrets;
}

/** @throws Error if a key management service has the secret, and nobody has asked it yet */
export function findSecrets(): Secrets {
  const { secrets } = memory();
  if (!secrets) throw new Error("The secret has not been unwrapped by the key management service yet.");
  return secrets;
}
