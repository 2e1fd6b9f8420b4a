/** Writes the text of an answer at the speed of its reader. Written at once, all of it would wait in Node's memory. */
import type { ServerResponse } from "node:http";
import { holdUnread } from "./unread-answers";

/** The text of an answer, whole or in consecutive pieces. */
export type Text = string | readonly string[];

/** How many characters are written to a connection at once. */
const SLICE = 64 * 1024;

/** The number of bytes of the text in UTF-8. */
export const bytesOf = (text: Text): number =>
  typeof text === "string" ? Buffer.byteLength(text) : text.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);

/** The end of the slice that starts at `from`, so that it does not split a surrogate pair. */
function endOfSlice(text: string, from: number): number {
  const end = Math.min(from + SLICE, text.length);
  const isHigh = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHigh ? end - 1 : end;
}

/** The pieces as buffers of about one slice each, so that many short ones become one write. */
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
 * Writes the text after the head, and ends the answer. A long text is written in slices, each once the connection has taken
 * the one before; the rest counts as unread.
 * @param bytes the length of the text in UTF-8
 */
export function writeText(outgoing: ServerResponse, text: Text | null, bytes: number): void {
  if (text === null || (typeof text === "string" && text.length <= SLICE)) return void outgoing.end(text ?? undefined);
  const { socket } = outgoing;
  if (!socket) return void outgoing.destroy();
  const rest = slices(typeof text === "string" ? [text] : text);
  let left = bytes;
  const clearUnread = () => holdUnread(socket, 0);
  const write = (): void => {
    while (!outgoing.destroyed) {
      const { value, done } = rest.next();
      if (done) {
        clearUnread();
        return void outgoing.end();
      }
      left -= value.length;
      holdUnread(socket, left);
      if (!outgoing.write(value)) return void outgoing.once("drain", write);
    }
  };
  outgoing.once("close", clearUnread);
  write();
}
