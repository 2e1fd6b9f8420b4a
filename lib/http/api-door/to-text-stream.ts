/** Long answers that are produced while the client reads them: exports. */
import { log, type Origin } from "@/lib/kernel/process/log";
import type { AccessWatch } from "./to-event-stream";

const encoder = new TextEncoder();

/**
 * Streams texts at the speed of the client; the generator ends when the client leaves. An error before the first text
 * becomes the answer. After it, the connection is broken off, so that no client mistakes a part for the whole; the same
 * happens when the caller's access ends.
 * @param signal aborts when the client leaves, which can be before the body exists
 */
export async function toTextStream(
  texts: AsyncGenerator<string, void>,
  headers: Record<string, string>,
  watchAccess: AccessWatch,
  on: Origin,
  signal?: AbortSignal,
): Promise<Response> {
  let next: IteratorResult<string, void> | undefined = await texts.next();
  let over = false;
  const watches: (() => void)[] = [];
  const end = (): void => {
    over = true;
    watches.forEach((unwatch) => unwatch());
  };
  const leave = async (): Promise<void> => {
    end();
    await texts.return().catch((error: unknown) => log.error(on, "an export did not end cleanly", { error }));
  };
  watches.push(watchClient(signal, leave));
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const onEnd = (): void => {
          if (over) return;
          void leave();
          controller.error(new Error("the caller's access ended"));
        };
        if (!over) watches.push(watchAccess(onEnd));
      },
      pull: async (controller) => {
        try {
          const { value, done } = next ?? (await texts.next());
          next = undefined;
          if (over) return;
          if (!done) return controller.enqueue(encoder.encode(value));
          end();
          controller.close();
        } catch (error) {
          if (over) return;
          end();
          log.error(on, "an export broke off", { error });
          controller.error(error);
        }
      },
      cancel: leave,
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers: { "cache-control": "no-store", ...headers } });
}

/** Calls `leave` when the client leaves, also before the body exists: nobody cancels a body that nobody reads. */
function watchClient(signal: AbortSignal | undefined, leave: () => Promise<void>): () => void {
  const onAbort = (): void => void leave();
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort);
  return () => signal?.removeEventListener("abort", onAbort);
}
