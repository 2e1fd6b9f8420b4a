/** The log of the process: one JSON object per line, without secrets. Each line names its origin. */
import pino from "pino";
import { findCallerRequestId } from "./find-caller-request-id";
import { env } from "./env";
import { processName } from "./process-place";
import type { LogLevel } from "./watch-settings";
import { processMemory } from "../process-memory";
import { redact } from "../text/redact";

const errorFields = (error: Error): Record<string, unknown> => ({
  type: error.name,
  message: error.message,
  stack: error.stack,
  ...(error.cause instanceof Error && { cause: errorFields(error.cause) }),
});

const logger = () =>
  processMemory("log", () => {
    const name = processName();
    return pino({
      level: lowestLevel(),
      base: name === undefined ? null : { process: name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    });
  });

const fields = (details: Record<string, unknown>): object =>
  redact(
    Object.fromEntries(
      Object.entries(details).map(([name, value]) => [name, value instanceof Error ? errorFields(value) : value]),
    ),
  ) as object;

const RANKS = { debug: 20, info: 30, warn: 40, error: 50, silent: Infinity } as const;

/** The lowest level of any area; `isWanted` decides for each line. */
function lowestLevel(): LogLevel {
  const { base, areas = {} } = env().watching.logLevels;
  return [base, ...Object.values(areas)].reduce((low, level) => (RANKS[level] < RANKS[low] ? level : low));
}

/** Whether lines of the origin are written at the level, where areas have levels of their own. */
function isWanted(on: Origin, level: keyof typeof RANKS): boolean {
  const { base, areas } = env().watching.logLevels;
  if (!areas) return true;
  const area = "requestId" in on ? "requests" : "jobId" in on ? "jobs" : on.part;
  return RANKS[level] >= RANKS[areas[area] ?? base];
}

declare const madeByBackground: unique symbol;

/**
 * The origin of a log line: a request, by the id in its answer; a job of the queue; or a part of the process. All
 * functions that could log receive it (docs/decisions/0001 explains why).
 */
export type Origin =
  | { readonly requestId: string /** The execution, if it is one. */; readonly logId?: string }
  | { readonly jobId: string }
  | { readonly part: string; readonly [madeByBackground]: true };

/** The origin of lines that no request and no job caused. `log-origin.test.ts` lists the files that may use it. */
export const background = (part: string): Origin => ({ part }) as Origin;

const nameOf = (on: Origin): Record<string, string> => {
  if ("requestId" in on) {
    const callerId = findCallerRequestId(on.requestId);
    return { request_id: on.requestId, ...(callerId !== undefined && { caller_request_id: callerId }) };
  }
  return "jobId" in on ? { job_id: on.jobId } : { part: on.part };
};

type Write = (on: Origin, message: string, details?: Record<string, unknown>) => void;

const writer =
  (level: "debug" | "info" | "warn" | "error"): Write =>
  (on, message, details = {}) => {
    if (isWanted(on, level)) logger()[level]({ ...nameOf(on), ...fields(details) }, message);
  };

/** `log.info(origin, "what happened", { facts })`; an Error among the facts is logged with its stack and cause. */
export const log = { debug: writer("debug"), info: writer("info"), warn: writer("warn"), error: writer("error") };
