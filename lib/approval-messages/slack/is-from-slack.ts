/** Whether a request comes from Slack, a moment ago: the signature v0 over its time and its bytes. Pure. */
import { createHmac, timingSafeEqual } from "node:crypto";

export type SignedRequest = { headers: Readonly<Record<string, string>>; bytes: Buffer };

const MOST_SECONDS = 300;

export function isFromSlack({ headers, bytes }: SignedRequest, signingSecret: string, nowMs: number): boolean {
  const time = headers["x-slack-request-timestamp"] ?? "";
  const signature = Buffer.from(headers["x-slack-signature"] ?? "");
  if (!/^\d{1,12}$/.test(time) || Math.abs(nowMs / 1000 - Number(time)) > MOST_SECONDS) return false;
  const hmac = createHmac("sha256", signingSecret).update(`v0:${time}:`).update(bytes).digest("hex");
  const expected = Buffer.from(`v0=${hmac}`);
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}
