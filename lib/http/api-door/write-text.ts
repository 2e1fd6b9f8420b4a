/** Writes the text of an answer at the speed of its reader. Written at once, all of it would wait in Node's memory. */
import type { ServerResponse } from "node:http";
import { holdUnread } from "./limit-unread";

/** A part of a text; as bytes if it is sent again and again, so that it is encoded once. */
export type Piece = string | Buffer;
/** The text of an answer, whole or in consecutive pieces. */
export type Text = string | readonly Piece[];

/** How many characters or bytes are written to a connection at once. */
const SLICE = 64 * 1024;

const lengthOf = (piece: Piece): number => (typeof piece === "string" ? Buffer.byteLength(piece) : piece.length);

/** The number of bytes of the text in UTF-8. */
export const bytesOf = (text: Text): number =>
  typeof text === "string" ? Buffer.byteLength(text) : text.reduce((sum, piece) => sum + lengthOf(piece), 0);

/** The text in one. */
export const textOf = (text: Text): string => (typeof text === "string" ? text : text.map(String).join(""));

/** The end of the slice that starts at `from`, so that it does not split a surrogate pair. */
function endOfSlice(piece: Piece, from: number): number {
  const end = Math.min(from + SLICE, piece.length);
  if (typeof piece !== "string") return end;
  const isHigh = end < piece.length && (piece.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHigh ? end - 1 : end;
}

const toBuffer = (piece: Piece, from: number, end: number): Buffer =>
  typeof piece === "string" ? Buffer.from(piece.slice(from, end)) : piece.subarray(from, end);

/** The pieces as buffers of about one slice each, so that many short pieces become one write. */
function* slices(pieces: readonly Piece[]): Generator<Buffer, void> {
  let waiting: Buffer[] = [];
  let length = 0;
  for (const piece of pieces)
    for (let from = 0; from < piece.length; ) {
      const end = endOfSlice(piece, from);
      waiting.push(toBuffer(piece, from, end));
      length += end - from;
      from = end;
      if (length < SLICE) continue;
      yield waiting.length === 1 && waiting[0] ? waiting[0] : Buffer.concat(waiting);
      [waiting, length] = [[], 0];
    }
  if (length > 0) yield Buffer.concat(waiting);
}

/**
 * Writes the text after the head, and ends the answer. A long text is written in slices, each after the connection has
 * taken the previous slice. Until the last slice all of it counts as unread, because all of it stays in memory.
 * @param bytes the length of the text in UTF-8
 */
export function writeText(outgoing: ServerResponse, text: Text | null, bytes: number): void {
  if (text === null || (typeof text === "string" && text.length <= SLICE)) return void outgoing.end(text ?? undefined);
  if (typeof text !== "string" && bytes <= SLICE)
    return void outgoing.end(
      Buffer.concat(
        text.map((piece) => toBuffer(piece, 0, piece.length)),
        bytes,
      ),
    );
  const { socket } = outgoing;
  if (!socket) return void outgoing.destroy();
  const rest = slices(typeof text === "string" ? [text] : text);
  const clearUnread = () => holdUnread(socket, 0);
  const write = (): void => {
    while (!outgoing.destroyed) {
      const { value, done } = rest.next();
      if (done) {
        clearUnread();
        return void outgoing.end();
      }
      holdUnread(socket, bytes);
      if (!outgoing.write(value)) return void outgoing.once("drain", write);
    }
  };
  outgoing.once("close", clearUnread);
  write();
}
