/** The process's log: one JSON object a line, without secrets. Each line says for whom it was written. */
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
      level: env().logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    }),
  );

const fields = (given: Record<string, unknown>): object =>
  redact(
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, value instanceof Error ? errorFields(value) : value]),
    ),
  ) as object;

declare const madeByBackground: unique symbol;

/**
 * For whom a line is written: a request, by the id that its answer carries; a job of the queue; or a part of the process
 * that works for nobody in particular. It is passed along to whatever may write (docs/decisions/0001 says why).
 */
export type Origin =
  | { readonly requestId: string }
  | { readonly jobId: string }
  | { readonly part: string; readonly [madeByBackground]: true };

/** The origin of lines that no request and no job caused. The files that may use it stand in `log-origin.test.ts`. */
export const background = (part: string): Origin => ({ part }) as Origin;

const nameOf = (on: Origin): Record<string, string> => {
  if ("requestId" in on) return { request_id: on.requestId };
  return "jobId" in on ? { job_id: on.jobId } : { part: on.part };
};

type Write = (on: Origin, message: string, given?: Record<string, unknown>) => void;

const writer =
  (level: "debug" | "info" | "warn" | "error"): Write =>
  (on, message, given = {}) =>
    logger()[level]({ ...nameOf(on), ...fields(given) }, message);

/** `log.info(on, "what happened", { facts })`; an Error among the facts is written with its stack and cause. */
export const log = { debug: writer("debug"), info: writer("info"), warn: writer("warn"), error: writer("error") };
