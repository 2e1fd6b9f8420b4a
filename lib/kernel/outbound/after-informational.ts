/**
 * Passes over informational answers (1xx), which nobody asked for and which come before the answer (RFC 9110 section
 * 15.2): undici takes a 100 for a broken answer.
 */
import type { Socket } from "node:net";
import { buildConnector } from "undici";

const INFORMATIONAL = Buffer.from("HTTP/1.1 1");
/** Status 101 would be the answer, and is left to the parser, which refuses it. */
const SWITCHING = Buffer.from("HTTP/1.1 101");
const HEAD_END = "\r\n\r\n";
/** A longer head is left to the parser, which refuses it. */
const MAX_HEAD_BYTES = 16 * 1024;

/** How undici begins a request: its head is the only text that it writes with this. */
const isRequestHead = (chunk: unknown): boolean => typeof chunk === "string" && chunk.includes(" HTTP/1.1\r\n");

/** Whether the bytes are the beginning of an answer, or a part of that. */
function mayBegin(bytes: Buffer, answer: Buffer): boolean {
  const length = Math.min(bytes.length, answer.length);
  return bytes.compare(answer, 0, length, 0, length) === 0;
}

const isSwitching = (bytes: Buffer): boolean => bytes.length >= SWITCHING.length && mayBegin(bytes, SWITCHING);

/**
 * Removes informational answers from the first bytes.
 * @returns `open` while more bytes must come before the answer is known; then `rest` contains what is not removed
 */
export function afterInformational(bytes: Buffer): { open: boolean; rest: Buffer } {
  let rest = bytes;
  while (rest.length > 0 && mayBegin(rest, INFORMATIONAL) && !isSwitching(rest)) {
    const end = rest.indexOf(HEAD_END);
    if (end < 0) return { open: rest.length <= MAX_HEAD_BYTES, rest };
    rest = rest.subarray(end + HEAD_END.length);
  }
  return { open: rest.length === 0, rest };
}

/** Only the first bytes after a request are looked at, so that a body can contain anything. */
function passOver(socket: Socket): void {
  const [read, write] = [socket.read.bind(socket) as (size?: number) => Buffer | null, socket.write.bind(socket)];
  let isWaiting = false;
  let pending: Buffer = Buffer.alloc(0);
  socket.write = ((...chunk: Parameters<typeof write>) => {
    if (isRequestHead(chunk[0])) isWaiting = true;
    return write(...chunk);
  }) as typeof socket.write;
  socket.read = (size) => {
    const chunk = read(size);
    if (!isWaiting || chunk === null) return chunk;
    const { open, rest } = afterInformational(pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk);
    isWaiting = open;
    pending = open ? rest : Buffer.alloc(0);
    return open ? null : rest;
  };
}

/** The connector with which a dispatcher opens its connections. */
export function passingOverInformational(connect: buildConnector.connector): buildConnector.connector {
  return (options, done) => {
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) passOver(socket);
      done(...result);
    });
  };
}

/** As undici's own, for connections to providers. */
export const connectorFor = (options: buildConnector.BuildOptions): buildConnector.connector =>
  passingOverInformational(buildConnector(options));
