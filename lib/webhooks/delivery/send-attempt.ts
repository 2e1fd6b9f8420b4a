/** One attempt: the request to a receiver, and what became of it. */
import { storable } from "@/lib/kernel/text/storable";
import { send, OutboundError } from "@/lib/kernel/outbound/send";
import type { BodySink } from "@/lib/kernel/outbound/outbound-request";
import { env } from "@/lib/kernel/process/env";
import { VERSION } from "@/lib/kernel/process/version";
import { now } from "@/lib/kernel/time/clock";
import { retryAfterMs } from "@/lib/kernel/time/retry-after-ms";
import { redact } from "@/lib/kernel/text/redact";
import { signMessage } from "./sign-message";

/** What a receiver answers is kept up to here; more is not read. */
const KEPT_BYTES = 4096;

export type Outgoing = {
  projectId: string;
  eventId: string;
  url: string;
  version: string;
  secrets: readonly string[];
  number: number;
  body: string;
};

export type Outcome = {
  number: number;
  url: string;
  durationMs: number;
  status: number | null;
  error: string | null;
  /** Without the signature, which would be believed for some minutes. */
  requestHeaders: Record<string, string>;
  responseHeaders: Record<string, string> | null;
  responseBody: string | null;
  delivered: boolean;
  /** Statuses of a receiver that is unwell as a whole, and does not only refuse this event. */
  unwell: boolean;
  /** Another attempt would end in the same way. */
  final?: true;
  /** The pause that the receiver asks for, in seconds. */
  retryAfter?: number;
};

/** The beginning of a body as text: bytes that are no text do not stop the log, and half a character is left out. */
function beginningOf(bytes: Buffer): string {
  if (bytes.length < KEPT_BYTES) return storable(bytes.toString("utf8"));
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return storable(decoder.decode(bytes.subarray(0, KEPT_BYTES), { stream: true }));
}

/** Reads the beginning of a long answer and leaves the rest; the status is known by the head. */
function answerReader() {
  const answer = { status: null as number | null, headers: null as Record<string, string> | null, body: "" };
  const sink: BodySink = {
    accepts: (head) => {
      answer.status = head.status;
      answer.headers = head.headers;
      return "overflow";
    },
    write: async (_, body) => {
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of body) {
        chunks.push(chunk);
        size += chunk.length;
        if (size >= KEPT_BYTES) break;
      }
      answer.body = beginningOf(Buffer.concat(chunks));
    },
  };
  return { answer, sink };
}

/** The headers of an attempt that begins now; the log has them without the signature. */
export function toHeaders({ eventId, version, number, secrets, body }: Outgoing): {
  headers: Record<string, string>;
  signature: string;
} {
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    "content-type": "application/json",
    "user-agent": `Patchbay/${VERSION} (webhooks)`,
    "webhook-id": eventId,
    "x-composio-webhook-version": version,
    "x-composio-delivery-attempt": String(number),
    "webhook-timestamp": String(seconds),
  };
  return { headers, signature: signMessage(secrets, eventId, seconds, body) };
}

const isUnwell = (status: number | null): boolean =>
  status === null || status === 408 || status === 429 || status >= 500;

/** A receiver can ask for a pause up to this length, because the event is not stored longer. */
const MAX_RETRY_AFTER_SECONDS = 6 * 3600;

/**
 * The receiver's wish for the next attempt: a pause (RFC 9110, 10.2.3), or none because it is gone for good (15.5.11).
 */
export function wishOf(
  status: number | null,
  headers: Readonly<Record<string, string>> | null,
): Pick<Outcome, "final" | "retryAfter"> {
  if (status === 410) return { final: true };
  const ms = retryAfterMs(headers?.["retry-after"]?.slice(0, 100), now().getTime());
  return ms === undefined ? {} : { retryAfter: Math.min(ms / 1000, MAX_RETRY_AFTER_SECONDS) };
}

const reasonOf = (error: unknown): string =>
  error instanceof OutboundError ? error.message : "The request could not be sent.";

/** Sends one attempt. It never throws: whatever happens is an outcome. */
export async function sendAttempt(outgoing: Outgoing): Promise<Outcome> {
  const { projectId, url, body, number } = outgoing;
  const { headers, signature } = toHeaders(outgoing);
  const { answer, sink } = answerReader();
  const startedAt = performance.now();
  let error: unknown;
  try {
    const { body: whole } = await send({
      projectId,
      sender: "webhooks",
      method: "POST",
      url,
      headers: { ...headers, "webhook-signature": signature },
      body,
      timeoutMs: env().webhooks.timeoutMs,
      // Redirects are not followed: only the subscription decides where an event goes.
      maxRedirects: 0,
      maxBytes: KEPT_BYTES,
      sink,
    });
    if (whole.length > 0) answer.body = beginningOf(whole);
  } catch (caught) {
    error = caught;
  }
  const { status } = answer;
  const delivered = status !== null && status >= 200 && status < 300;
  return {
    number,
    url,
    durationMs: Math.round(performance.now() - startedAt),
    status,
    error: delivered ? null : error === undefined ? `The endpoint returned ${status}.` : reasonOf(error),
    requestHeaders: headers,
    responseHeaders: answer.headers && (redact(answer.headers) as Record<string, string>),
    responseBody: status === null ? null : answer.body,
    delivered,
    ...(!delivered && wishOf(status, answer.headers)),
    unwell: isUnwell(status),
  };
}
