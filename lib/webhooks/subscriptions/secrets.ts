/** Signing secrets as they are stored: sealed, each for its own column. */
import { randomBytes } from "node:crypto";
import { open, seal } from "@/lib/kernel/process/vault";
import { now } from "@/lib/kernel/time/clock";

type Column = "secret" | "previous_secret";

const sealContext = (projectId: string, id: string, column: Column) => ({
  projectId,
  rowId: id,
  column: `webhook_subscription.${column}`,
});

/** A new secret: 256 random bits. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString("base64")}`;

/** Seals the secret that signs. */
export const sealSecret = (projectId: string, id: string, secret: string): string =>
  seal(secret, sealContext(projectId, id, "secret"));

/** Seals the previous secret, which also signs for a while. */
export const sealPreviousSecret = (projectId: string, id: string, secret: string): string =>
  seal(secret, sealContext(projectId, id, "previous_secret"));

type Sealed = {
  id: string;
  projectId: string;
  secret: string;
  previousSecret: string | null;
  previousUntil: Date | null;
};

/** The secret of a subscription, and all that sign now. */
export function openSecrets({ id, projectId, secret, previousSecret, previousUntil }: Sealed): {
  current: string;
  signing: string[];
} {
  const current = open(secret, sealContext(projectId, id, "secret"));
  const previous =
    previousSecret !== null && previousUntil && previousUntil > now()
      ? [open(previousSecret, sealContext(projectId, id, "previous_secret"))]
      : [];
  return { current, signing: [current, ...previous] };
}
