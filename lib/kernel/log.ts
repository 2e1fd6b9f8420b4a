/** The process's log: one JSON object a line, without secrets. */
import pino from "pino";
import { env } from "./env";
import { once } from "./once";
import { redact } from "./redact";

const errorFields = (error: Error): Record<string, unknown> => ({
  type: error.name,
  message: error.message,
  stack: error.stack,
  ...(error.cause instanceof Error && { cause: errorFields(error.cause) }),
});

const logger = () =>
  once("log", () =>
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

/** `log.info("what happened", { facts })`; an Error among the facts is written with its stack and cause. */
export const log = {
  debug: (message: string, given: Record<string, unknown> = {}) => logger().debug(fields(given), message),
  info: (message: string, given: Record<string, unknown> = {}) => logger().info(fields(given), message),
  warn: (message: string, given: Record<string, unknown> = {}) => logger().warn(fields(given), message),
  error: (message: string, given: Record<string, unknown> = {}) => logger().error(fields(given), message),
};
