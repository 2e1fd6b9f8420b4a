/** Writes an answer's text as its reader takes it: what Node is given at once waits in its memory for as long as nobody reads. */
import type { ServerResponse } from "node:http";
import { holdUnread } from "./unread-answers";

/** The text of an answer, whole or in pieces that follow one another. */
export type Text = string | readonly string[];

/** Characters that are handed to a connection at once. */
const SLICE = 64 * 1024;

/** Bytes of the text in UTF-8. */
export const bytesOf = (text: Text): number =>
  typeof text === "string" ? Buffer.byteLength(text) : text.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);

/** The end of a slice from `from` that leaves no half of a character behind (a surrogate pair is two of the string's units). */
function endOfSlice(text: string, from: number): number {
  const end = Math.min(from + SLICE, text.length);
  const isHigh = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHigh ? end - 1 : end;
}

/** The pieces as buffers of about one slice: many short ones become one write. */
function* slices(pieces: readonly string[]): Generator<Buffer, void> {
  let waiting: string[] = [];
  let length = 0;
  for (const piece of pieces)
    for (let from = 0; from < piece.length; ) {
      const end = endOfSlice(piece, from);
      waiting.push(piece.slice(from, end));
      length += end - from;
      from = end;
      if (length < SLICE) continue;
      yield Buffer.from(waiting.join(""));
      [waiting, length] = [[], 0];
    }
  if (length > 0) yield Buffer.from(waiting.join(""));
}

/**
 * Writes the text behind a head that is written already, and ends the answer. A long text goes out slice by slice, each
 * once the connection has taken the one before; what is left of it counts as unread.
 * @param bytes how long the text is in UTF-8
 */
export function writeText(outgoing: ServerResponse, text: Text | null, bytes: number): void {
  if (text === null || (typeof text === "string" && text.length <= SLICE)) return void outgoing.end(text ?? undefined);
  const { socket } = outgoing;
  if (!socket) return void outgoing.destroy();
  const rest = slices(typeof text === "string" ? [text] : text);
  let left = bytes;
  const letGo = () => holdUnread(socket, 0);
  const write = (): void => {
    while (!outgoing.destroyed) {
      const { value, done } = rest.next();
      if (done) {
        letGo();
        return void outgoing.end();
      }
      left -= value.length;
      holdUnread(socket, left);
      if (!outgoing.write(value)) return void outgoing.once("drain", write);
    }
  };
  outgoing.once("close", letGo);
  write();
}
