/** A request to another server, and its response. */
import type { Sender } from "./address-policy";
import type { ProxyRoute } from "./proxy-agent";

/** A body that is not held in memory: each call of `read` gives it from its beginning. */
export type StreamedBody = { byteLength: number; read: () => AsyncIterable<Uint8Array> };
export type AnswerHead = { status: number; headers: Record<string, string>; url: string };

/** Receives bodies of answers that should not be held in memory. */
export type BodySink = {
  /** Decides by the head of an answer: receives the whole body, only a body above `maxBytes`, or none. */
  accepts: (head: AnswerHead) => "whole" | "overflow" | "none";
  /** An `OutboundError` that it throws becomes the error of the request. */
  write: (head: AnswerHead, body: AsyncIterable<Buffer>) => Promise<void>;
};

export type OutboundRequest = {
  /** The project for which it is sent. Projects take turns if they wait for the same host, and for DNS. */
  projectId: string;
  /** Whose list of private hosts counts; that of tools if left out. */
  sender?: Sender;
  /** Sends the request through this proxy; both it and the target must be allowed. */
  proxy?: ProxyRoute;
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array | StreamedBody;
  /** For the whole request, including redirects and body; default 60,000. */
  timeoutMs?: number;
  /** From the request to the first byte of the answer; only `timeoutMs` applies if left out. */
  headersTimeoutMs?: number;
  /** A stream that stays open during further requests to the same host, and takes none of their slots. */
  isStream?: boolean;
  /** The longest pause of a body; default 30,000. */
  idleTimeoutMs?: number;
  /** For the decoded body; default 25 MB. */
  maxBytes?: number;
  /** How many redirects are followed; default 5. With 0, the redirect itself is the answer. */
  maxRedirects?: number;
  signal?: AbortSignal;
  sink?: BodySink;
  /** Receives the room of a large answer, to be released later; without it, the answer counts until it is read. */
  holds?: (room: { release: () => void }) => void;
  /** Called with the milliseconds that the request waited for a slot at a host, if it did. */
  queued?: (ms: number) => void;
};

export type OutboundResponse = {
  status: number;
  /** Lower-case names; repeated headers joined by ", ". */
  headers: Record<string, string>;
  /** Empty when the request's sink took it. */
  body: Buffer;
  /** The address that answered, after redirects. */
  url: string;
};
