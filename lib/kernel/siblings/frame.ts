/**
 * Messages between the processes of one copy of the app. All of them run the same program as the same user, and nobody
 * else can open their sockets; so values travel in Node's own form, which keeps dates.
 */
import { deserialize, serialize } from "node:v8";
import { ApiError, type ErrorDetails, type ErrorKind } from "../errors";

type ApiFailure = { kind: ErrorKind; message: string; details: ErrorDetails };

export type Frame =
  | { type: "ask"; name: string; input: unknown }
  /** During the call, in either direction. */
  | { type: "message"; value: unknown }
  | { type: "answer"; value: unknown }
  | { type: "refusal"; failure: ApiFailure }
  | { type: "fault"; message: string };

export const toBytes = (frame: Frame): Buffer => serialize(frame);

/** The frame of the bytes; undefined for bytes in another form. */
export function toFrame(bytes: Buffer): Frame | undefined {
  try {
    return deserialize(bytes) as Frame;
  } catch {
    return undefined;
  }
}

/** The frame for an error of an operation. A caller receives errors of the API as they are. */
export function toFailure(error: unknown): Frame {
  if (!(error instanceof ApiError))
    return { type: "fault", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  const { kind, message, details } = error;
  const { cause: _, ...rest } = details;
  return { type: "refusal", failure: { kind, message, details: rest } };
}

/** The error of such a frame. */
export const toError = (frame: Extract<Frame, { type: "refusal" | "fault" }>): Error =>
  frame.type === "refusal"
    ? new ApiError(frame.failure.kind, frame.failure.message, frame.failure.details)
    : new Error(`Another process of this server failed: ${frame.message}`);
