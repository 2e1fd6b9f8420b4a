/**
 * Signatures of deliveries. Official clients take the secret as it is shown for the key, other libraries of the
 * Standard Webhooks decode it first: each delivery is signed both ways, and each reader finds its own.
 */
import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

const signedWith = (key: string | Buffer, text: string): string =>
  `v1,${createHmac("sha256", key).update(text).digest("base64")}`;

const signatures = (secret: string, text: string): string[] => [
  signedWith(secret, text),
  signedWith(Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, "base64"), text),
];

/**
 * The value of `webhook-signature`.
 * @param secrets all valid secrets: after a rotation the previous secret also signs for a while
 * @param seconds the time of the attempt; receivers refuse old signatures
 */
export const signMessage = (secrets: readonly string[], id: string, seconds: number, body: string): string =>
  secrets.flatMap((secret) => signatures(secret, `${id}.${seconds}.${body}`)).join(" ");
