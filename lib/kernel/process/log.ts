/** The log of the process: one JSON object per line, without secrets. Each line names its origin. */
import pino from "pino";
import { env } from "./env";
import { processMemory } from "../process-memory";
import { redact } from "../text/redact";

const errorFields = (error: Error): Record<string, unknown> => ({
  type: error.name,
  message: error.message,
  stack: error.stack,
  ...(error.cause instanceof Error && { cause: errorFields(error.cause) }),
});

const logger = () =>
  processMemory("log", () =>
    pino({
      level: env().watching.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    }),
  );

const fields = (details: Record<string, unknown>): object =>
  redact(
    Object.fromEntries(
      Object.entries(details).map(([name, value]) => [name, value instanceof Error ? errorFields(value) : value]),
    ),
  ) as object;

declare const madeByBackground: unique symbol;

/**
 * The origin of a log line: a request, by the id in its answer; a job of the queue; or a part of the process. All
 * functions that could log receive it (docs/decisions/0001 explains why).
 */
export type Origin =
  | { readonly requestId: string }
  | { readonly jobId: string }
  | { readonly part: string; readonly [madeByBackground]: true };

/** The origin of lines that no request and no job caused. `log-origin.test.ts` lists the files that may use it. */
export const background = (part: string): Origin => ({ part }) as Origin;

const nameOf = (on: Origin): Record<string, string> => {
  if ("requestId" in on) return { request_id: on.requestId };
  return "jobId" in on ? { job_id: on.jobId } : { part: on.part };
};

type Write = (on: Origin, message: string, details?: Record<string, unknown>) => void;

const writer =
  (level: "debug" | "info" | "warn" | "error"): Write =>
  (on, message, details = {}) =>
    logger()[level]({ ...nameOf(on), ...fields(details) }, message);

/** `log.info(origin, "what happened", { facts })`; an Error among the facts is logged with its stack and cause. */
export const log = { debug: writer("debug"), info: writer("info"), warn: writer("warn"), error: writer("error") };
