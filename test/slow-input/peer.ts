/** Communicates with the peer of a test, which runs in a thread of its own. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { RequestOptions } from "node:http";

export type Watched = { longest: number; count: number };
type Kind = string | undefined;

export type Peer = {
  /** Where the provider and the gateway answer. */
  url: string;
  /** Sets the text that is answered and sent from now on; `wrap` goes around it. */
  choose: (kind: Kind, bytes: number, wrap?: readonly [string, string]) => Promise<void>;
  ask: (options: RequestOptions, body: string) => Promise<number | "cut">;
  /** Sends the chosen JSON as a body. */
  askWithHostile: (options: RequestOptions) => Promise<number | "cut">;
  /** Writes the chosen JSON as a sandbox writes its messages. */
  writeLines: (port: number) => Promise<unknown>;
  /** Asks for the health all along while `work` runs. */
  watch: (options: RequestOptions, work: () => Promise<unknown>) => Promise<Watched>;
  stop: () => Promise<unknown>;
};

/** Starts it. */
export async function startPeer(): Promise<Peer> {
  const worker = new Worker(new URL("peer-thread.mjs", import.meta.url));
  const [{ port }] = (await once(worker, "message")) as [{ port: number }];
  const waiting = new Map<number, (result: unknown) => void>();
  let count = 0;
  worker.on("message", ({ id, result }: { id: number; result: unknown }) => {
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const tell = (name: string, more: object = {}): Promise<unknown> =>
    new Promise((resolve) => {
      waiting.set(++count, resolve);
      worker.postMessage({ id: count, name, ...more });
    });
  return {
    url: `http://127.0.0.1:${port}`,
    choose: async (kind, bytes, wrap) => {
      await tell("choose", { kind, bytes });
      if (wrap) await tell("answer", { wrap });
    },
    ask: (options, body) => tell("ask", { options, body }) as Promise<number | "cut">,
    askWithHostile: (options) => tell("askWithHostile", { options }) as Promise<number | "cut">,
    writeLines: (to) => tell("writeLines", { port: to }),
    watch: async (options, work) => {
      await tell("watch", { options });
      await work();
      return (await tell("watched")) as Watched;
    },
    stop: () => worker.terminate(),
  };
}
