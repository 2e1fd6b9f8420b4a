/**
 * A body whose pieces wait for a client that reads more slowly than they come: so many of one body, and so many bytes
 * of all bodies together, in one copy of the app.
 */
import { processMemory } from "@/lib/kernel/process-memory";

/** The most pieces that wait for one client, and their bytes. */
const MAX_PIECES = 200;
const MAX_BYTES = 6 * 1024 * 1024;
/** A client with so little waiting counts as one that reads. */
const USUAL_BYTES = 1024 * 1024;
/**
 * The maximum that can wait for all clients together; of many that do not read, those with the most to read end first.
 */
const MAX_ALL_BYTES = 64 * 1024 * 1024;

const all = processMemory("bounded-bodies", () => ({ bytes: 0 }));

export class BoundedBody {
  readonly stream: ReadableStream<Uint8Array>;
  private controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  private readonly pieces: Uint8Array[] = [];
  private bytes = 0;
  /** The client waits for a piece. */
  private hungry = false;
  private over = false;

  /** @param left is called when the client goes away */
  constructor(left: () => void) {
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (this.controller = controller),
        pull: () => this.feed(),
        cancel: () => {
          this.drop();
          left();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Sends a piece when the client reads it; false where too much waits already. */
  write(piece: Uint8Array): boolean {
    if (this.over) return true;
    const large = this.bytes > USUAL_BYTES && all.bytes > MAX_ALL_BYTES;
    if (large || this.pieces.length >= MAX_PIECES || this.bytes > MAX_BYTES) return false;
    this.pieces.push(piece);
    this.count(piece.byteLength);
    if (this.hungry) this.feed();
    return true;
  }

  /** Ends the body behind what waits. */
  end(): void {
    this.over = true;
    if (this.pieces.length === 0) this.close();
  }

  /** Ends the body without what waits. */
  drop(): void {
    this.pieces.length = 0;
    this.count(-this.bytes);
    this.end();
  }

  private count(bytes: number): void {
    this.bytes += bytes;
    all.bytes += bytes;
  }

  private feed(): void {
    const piece = this.pieces.shift();
    this.hungry = piece === undefined;
    if (piece) {
      this.count(-piece.byteLength);
      this.controller?.enqueue(piece);
    }
    if (this.over && this.pieces.length === 0) this.close();
  }

  private close(): void {
    try {
      this.controller?.close();
    } catch {
      // The client has left, or it is closed already.
    }
    this.controller = undefined;
  }
}
