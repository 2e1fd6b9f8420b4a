/** Headers of a forwarded event: the same as those of a webhook (docs/triggers-and-webhooks/webhooks.md). */
import { createHmac } from "node:crypto";

const PREFIX = "whsec_";

/** The signing secret of `patchbay listen` for an API key. It is always the same one, and does not reveal the key. */
export const secretForKey = (apiKey: string): string =>
  PREFIX + createHmac("sha256", apiKey).update("patchbay listen").digest("base64");

const sign = (key: string | Buffer, text: string): string =>
  `v1,${createHmac("sha256", key).update(text).digest("base64")}`;

/**
 * The headers of one attempt.
 * @param seconds the time of the attempt; receivers refuse old signatures
 */
export function deliveryHeaders(secret: string, id: string, seconds: number, body: string): Record<string, string> {
  const text = `${id}.${seconds}.${body}`;
  const bytes = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, "base64");
  return {
    "content-type": "application/json",
    "user-agent": "Patchbay (patchbay listen)",
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    // Official clients take the secret as it is shown for the key, other libraries decode it first.
    "webhook-signature": `${sign(secret, text)} ${sign(bytes, text)}`,
    "x-composio-webhook-version": "V3",
    "x-composio-delivery-attempt": "1",
  };
}
