/**
 * The pages of a copy of the app with several processes: the first process has the thread, and answers the others on a
 * unix socket that only this user can open.
 */
import { chmod, rm } from "node:fs/promises";
import { Agent, createServer } from "node:http";
import path from "node:path";
import { processPlace } from "@/lib/kernel/process/process-place";
import { continueRequestId } from "../request-id";
import { answerFrom, type PageThread } from "./page-thread";

const socketPath = (): string => path.join(processPlace().sockets, "pages.sock");

/** Serves the pages for the other processes too, if there are any. */
export async function sharePageThread(thread: PageThread): Promise<PageThread> {
  if (processPlace().count === 1) return thread;
  const file = socketPath();
  // A killed process left it.
  await rm(file, { force: true });
  const server = createServer((request, response) => {
    continueRequestId(request);
    // The process in front has limited the body.
    thread.answer(request, response, Infinity).catch(() => response.destroy());
  });
  // The processes in front handle slow clients, and their connections are permanent.
  server.keepAliveTimeout = 0;
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    // `exclusive`: the other processes must not answer here.
    server.once("error", reject).listen({ path: file, exclusive: true }, resolve);
  });
  await chmod(file, 0o600);
  return {
    answer: thread.answer,
    stop: async () => {
      server.close();
      server.closeIdleConnections();
      await thread.stop();
      server.closeAllConnections();
    },
  };
}

/** Uses the pages of the first process. While that is started again, they are answered by 503. */
export function joinPageThread(): PageThread {
  const agent = new Agent({ keepAlive: true });
  return {
    answer: answerFrom({ enter: async () => socketPath(), leave: () => undefined }, agent),
    stop: async () => agent.destroy(),
  };
}
