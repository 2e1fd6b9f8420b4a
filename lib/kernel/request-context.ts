/** What one request carries to every line of log below it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "./once";

export type RequestContext = { requestId: string };

const storage = once("request-context", () => new AsyncLocalStorage<RequestContext>());

/** Runs `work` with the context; every log line and log row written inside finds it. */
export const withRequestContext = <T>(context: RequestContext, work: () => T): T => storage.run(context, work);

/** The id of the present request; undefined outside one (jobs, start-up). */
export const requestId = (): string | undefined => storage.getStore()?.requestId;
