/** The settings by which an operator watches a running copy: metrics, logs, and how it leaves. */
import { isIP } from "node:net";
import { z } from "zod";
import { count } from "./env-forms";

const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

const ADDRESS = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i;

/** A place to listen: `127.0.0.1:9464`, `[::1]:9464`. */
const listenAddress = z.string().transform((text, context): { host: string; port: number } => {
  const [, inBrackets, plain, digits] = ADDRESS.exec(text) ?? [];
  const host = inBrackets ?? plain;
  const port = Number(digits);
  if (host !== undefined && port >= 1 && port <= 65_535 && (inBrackets === undefined || isIP(inBrackets) === 6))
    return { host, port };
  context.addIssue({ code: "custom", message: "must be an address and a port such as 127.0.0.1:9464" });
  return z.NEVER;
});

/** Their names in the environment, and their forms. */
export const watchSettings = {
  PATCHBAY_METRICS_ADDRESS: listenAddress.optional(),
  PATCHBAY_LOG_LEVEL: z.enum(LEVELS, `must be one of ${LEVELS.join(", ")}`).default("info"),
  PATCHBAY_SHUTDOWN_DELAY: count(0, 600, " of seconds").default(0),
};

export type WatchSettings = {
  /** Where metrics are served; nowhere without it. */
  metricsAddress: { host: string; port: number } | undefined;
  logLevel: (typeof LEVELS)[number];
  /** How long a copy that is to stop goes on answering, except that it is not ready. */
  shutdownDelayMs: number;
};

/** The settings in the form in which they are used. */
export const toWatching = (value: z.output<z.ZodObject<typeof watchSettings>>): WatchSettings => ({
  metricsAddress: value.PATCHBAY_METRICS_ADDRESS,
  logLevel: value.PATCHBAY_LOG_LEVEL,
  shutdownDelayMs: value.PATCHBAY_SHUTDOWN_DELAY * 1000,
});
