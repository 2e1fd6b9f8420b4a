/**
 * What next-auth writes into the log. It has one logger for all requests of a thread, so who asked is kept beside it: in an
 * async context, which costs nothing here, as Next has switched it on for the whole thread that answers sign-ins.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { AuthOptions } from "next-auth";
import { background, log, type Origin } from "@/lib/kernel/log";
import { once } from "@/lib/kernel/once";

const asking = () => once("access.sign-in-log", () => new AsyncLocalStorage<Origin>());

/** Does the work of one request; what next-auth writes meanwhile is written for it. */
export const signingInFor = <T>(on: Origin, work: () => Promise<T>): Promise<T> => asking().run(on, work);

const here = (): Origin => asking().getStore() ?? background("sign-in");

export const signInLogger: AuthOptions["logger"] = {
  error: (code, metadata) =>
    log.warn(here(), "signing in failed", { code, error: metadata instanceof Error ? metadata : metadata.error }),
  warn: (code) => log.debug(here(), "next-auth warns", { code }),
  debug: () => undefined,
};
