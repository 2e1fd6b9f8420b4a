/**
 * Bounds of what one answer of an MCP server makes its reader do. Bytes alone are no bound: ten megabytes of `[],[],[]`
 * hold the parser of JSON for seconds.
 */
import { OutboundError } from "@/lib/kernel/outbound/send";
import { MAX_ANSWER_BYTES, MAX_ANSWER_VALUES, MAX_STREAM_LINES } from "./constants";

const [LINE_FEED, RETURN, QUOTE, COMMA, LIST, BACKSLASH, OBJECT] = [10, 13, 34, 44, 91, 92, 123];

const tooMany = (what: string): OutboundError =>
  new OutboundError("too-large", `The MCP server sent more than ${what} in one answer.`);

/** Of one answer, or of all messages of one stream together. */
export class AnswerBounds {
  private bytes = 0;
  private values = 0;
  private lines = 0;
  /** Texts of JSON hold no line break, so each line of a stream begins outside of them. */
  private inText = false;
  private isEscaped = false;
  private endsWithReturn = false;

  /** Counts a part of an answer. @throws OutboundError if it is more than is taken */
  add(chunk: Uint8Array): void {
    this.bytes += chunk.length;
    if (this.bytes > MAX_ANSWER_BYTES) throw tooMany(`${MAX_ANSWER_BYTES} bytes`);
    // Each byte is looked at, so its loop has variables of its own.
    let { inText, isEscaped, values } = this;
    for (let index = 0; index < chunk.length; index++) {
      const code = chunk[index];
      if (code === LINE_FEED || code === RETURN) inText = isEscaped = false;
      else if (isEscaped) isEscaped = false;
      else if (code === QUOTE) inText = !inText;
      else if (inText) isEscaped = code === BACKSLASH;
      else if (code === COMMA || code === LIST || code === OBJECT) values++;
    }
    Object.assign(this, { inText, isEscaped, values });
    if (this.values > MAX_ANSWER_VALUES) throw tooMany(`${MAX_ANSWER_VALUES} values`);
  }

  /**
   * Counts a part of a stream of events, and gives it with a line feed for each line break: the parser looks through
   * all that it has for each return.
   * @throws OutboundError as `add`, and for too many lines
   */
  addEvents(chunk: Uint8Array): Uint8Array {
    this.add(chunk);
    const plain = this.withoutReturns(chunk);
    for (let index = plain.indexOf(LINE_FEED); index >= 0; index = plain.indexOf(LINE_FEED, index + 1)) this.lines++;
    if (this.lines > MAX_STREAM_LINES) throw tooMany(`${MAX_STREAM_LINES} lines`);
    return plain;
  }

  private withoutReturns(chunk: Uint8Array): Uint8Array {
    if (!this.endsWithReturn && !chunk.includes(RETURN)) return chunk;
    const plain = new Uint8Array(chunk.length);
    let [size, before] = [0, this.endsWithReturn ? RETURN : 0];
    for (let index = 0; index < chunk.length; index++) {
      const code = chunk[index] ?? 0;
      // The second half of a line break that was written already.
      if (code !== LINE_FEED || before !== RETURN) plain[size++] = code === RETURN ? LINE_FEED : code;
      before = code;
    }
    this.endsWithReturn = before === RETURN;
    return plain.subarray(0, size);
  }
}
