/** The settings by which an operator watches a running copy: metrics, logs, and how it leaves. */
import { isIP } from "node:net";
import { z } from "zod";
import { count } from "./env-forms";

/** `https://collector.example:4318`; the packages that send traces read it from the environment themselves. */
const collector = z.url({ protocol: /^https?$/, error: "must be an http(s) address" });

const LEVELS = ["debug", "info", "warn", "error", "silent"] as const;

export type LogLevel = (typeof LEVELS)[number];

/** The lowest level of lines, and levels of areas: parts of the process, `requests` or `jobs`. */
export type LogLevels = { base: LogLevel; areas?: Readonly<Record<string, LogLevel>> };

const isLevel = (text: string): text is LogLevel => LEVELS.some((level) => level === text);

/** `warn`, or with other levels for areas: `warn,webhooks=debug,jobs=info`. */
const logLevels = z.string().transform((text, context): LogLevels => {
  const [base = "", ...others] = text.split(",").map((part) => part.trim());
  const areas = others.map((part) => part.split("=").map((side) => side.trim()));
  const levels = areas.flatMap(([area = "", level = "", ...rest]) =>
    area !== "" && isLevel(level) && rest.length === 0 ? [[area, level] as const] : [],
  );
  if (isLevel(base) && levels.length === areas.length)
    return { base, ...(levels.length > 0 && { areas: Object.fromEntries(levels) }) };
  context.addIssue({
    code: "custom",
    message: `must be one of ${LEVELS.join(", ")}, and can name levels of areas as in warn,webhooks=debug`,
  });
  return z.NEVER;
});

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
  PATCHBAY_LOG_LEVEL: logLevels.default({ base: "info" }),
  PATCHBAY_LOG_FORMAT: z.enum(["json", "text"], "must be json or text").optional(),
  PATCHBAY_ACCESS_LOG: z.enum(["on", "off"], "must be on or off").default("off"),
  PATCHBAY_SHUTDOWN_DELAY: count(0, 600, " of seconds").default(0),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.string().optional(),
  PATCHBAY_TRACES_TO_PROVIDERS: z.enum(["on", "off"], "must be on or off").default("off"),
};

export type WatchSettings = {
  /** Where metrics are served; nowhere without it. */
  metricsAddress: { host: string; port: number } | undefined;
  logLevels: LogLevels;
  /** Whether each request makes a line of the log. */
  accessLog: boolean;
  /** How long a copy that is to stop goes on answering, except that it is not ready. */
  shutdownDelayMs: number;
  /** Whether steps of calls are sent to a collector. */
  traces: boolean;
  /** Whether the operator's own sampler decides which traces begin, instead of a number a second. */
  ownSampler: boolean;
  /** Whether providers get a `traceparent` that continues the trace. */
  tracesToProviders: boolean;
};

/** The access log has a setting of its own, so a higher level of all else does not switch it off. */
function withAccessLog(levels: LogLevels, accessLog: boolean): LogLevels {
  const { base, areas } = levels;
  if (!accessLog || base === "silent" || base === "info" || base === "debug") return levels;
  return { base, areas: { access: "info", ...areas } };
}

/** The settings in the form in which they are used. */
export const toWatching = (value: z.output<z.ZodObject<typeof watchSettings>>): WatchSettings => ({
  metricsAddress: value.PATCHBAY_METRICS_ADDRESS,
  logLevels: withAccessLog(value.PATCHBAY_LOG_LEVEL, value.PATCHBAY_ACCESS_LOG === "on"),
  accessLog: value.PATCHBAY_ACCESS_LOG === "on",
  shutdownDelayMs: value.PATCHBAY_SHUTDOWN_DELAY * 1000,
  traces:
    (value.OTEL_EXPORTER_OTLP_ENDPOINT ?? value.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined &&
    value.OTEL_SDK_DISABLED?.toLowerCase() !== "true" &&
    // A collector can be set for all programs of a machine, while traces of Patchbay are unwanted.
    value.OTEL_TRACES_EXPORTER?.toLowerCase() !== "none",
  ownSampler: value.OTEL_TRACES_SAMPLER !== undefined,
  tracesToProviders: value.PATCHBAY_TRACES_TO_PROVIDERS === "on",
});
