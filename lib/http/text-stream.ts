/** Answers that are written while they are read: long exports. */
import { log } from "@/lib/kernel/log";

/**
 * Streams texts as the client takes them; a client that leaves ends the generator. What goes wrong before the first text
 * becomes the answer; after it the connection breaks, so that nobody takes a part for the whole.
 */
export async function toTextStream(
  texts: AsyncGenerator<string, void>,
  headers: Record<string, string>,
): Promise<Response> {
  const encoder = new TextEncoder();
  let next: IteratorResult<string, void> | undefined = await texts.next();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { value, done } = next ?? (await texts.next());
          next = undefined;
          if (done) controller.close();
          else controller.enqueue(encoder.encode(value));
        } catch (error) {
          log.error("an export broke off", { error });
          controller.error(error);
        }
      },
      cancel: async () => {
        await texts.return();
      },
    },
    { highWaterMark: 1 },
  );
  return new Response(body, { headers: { "cache-control": "no-store", ...headers } });
}
