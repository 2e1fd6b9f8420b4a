/** Long answers that are produced while the client reads them: exports. */
import { log, type Origin } from "@/lib/kernel/process/log";
import type { AccessWatch } from "./to-event-stream";

/**
 * Streams texts at the speed of the client; the generator ends when the client leaves. An error before the first text
 * becomes the answer. After it, the connection is broken off, so that no client mistakes a part for the whole; the same
 * happens when the caller's access ends.
 */
export async function toTextStream(
  texts: AsyncGenerator<string, void>,
  headers: Record<string, string>,
  watchAccess: AccessWatch,
  on: Origin,
): Promise<Response> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string, void> | undefined = await texts.next();
  let over = false;
  let unwatch = (): void => undefined;
  const end = (): void => {
    over = true;
    unwatch();
  };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        unwatch = watchAccess(() => {
          if (over) return;
          end();
          controller.error(new Error("the caller's access ended"));
          void texts.return();
        });
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
      cancel: async () => {
        end();
        await texts.return();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers: { "cache-control": "no-store", ...headers } });
}
