import { expect, it } from "vitest";
import { readEnv } from "./env";

const SECRET = { PATCHBAY_SECRET: "0123456789abcdef0123456789abcdef" };
const read = (settings: Record<string, string>) => readEnv({ ...SECRET, ...settings }).watching;

it("serves no metrics, writes no access log and sends no traces unless it is told to", () => {
  expect(read({})).toEqual({
    metricsAddress: undefined,
    logLevels: { base: "info" },
    accessLog: false,
    shutdownDelayMs: 0,
    traces: false,
    ownSampler: false,
    tracesToProviders: false,
  });
});

it("leaves it to a sampler of the operator's own which traces begin", () => {
  expect(read({ OTEL_TRACES_SAMPLER: "parentbased_always_on" }).ownSampler).toBe(true);
});

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };

it.each([
  [{}, true],
  [{ OTEL_SDK_DISABLED: "False" }, true],
  [{ OTEL_SDK_DISABLED: "TRUE" }, false],
  [{ OTEL_TRACES_EXPORTER: "otlp" }, true],
  [{ OTEL_TRACES_EXPORTER: "none" }, false],
])("with a collector and %o has traces: %s", (settings: Record<string, string>, traces) => {
  expect(read({ ...COLLECTOR, ...settings }).traces).toBe(traces);
});

it.each([
  ["127.0.0.1:9464", { host: "127.0.0.1", port: 9464 }],
  ["[::1]:9464", { host: "::1", port: 9464 }],
  ["metrics.internal:80", { host: "metrics.internal", port: 80 }],
])("listens for scrapers at %s", (text, address) => {
  expect(read({ PATCHBAY_METRICS_ADDRESS: text }).metricsAddress).toEqual(address);
});

it.each(["9464", "127.0.0.1", "127.0.0.1:0", "127.0.0.1:70000", "::1:9464", "[a.b]:9464", "http://127.0.0.1:9464"])(
  "refuses %s as an address for metrics, in a sentence",
  (text) => {
    expect(() => read({ PATCHBAY_METRICS_ADDRESS: text })).toThrow(
      "PATCHBAY_METRICS_ADDRESS must be an address and a port such as 127.0.0.1:9464.",
    );
  },
);

it("reads levels of areas beside the level of all others", () => {
  expect(read({ PATCHBAY_LOG_LEVEL: "warn, webhooks=debug,execution log=error" }).logLevels).toEqual({
    base: "warn",
    areas: { webhooks: "debug", "execution log": "error" },
  });
});

it.each(["loud", "warn,webhooks", "warn,webhooks=loud", "webhooks=debug", "warn,=debug", "warn,a=info=b"])(
  "refuses the level %s, in a sentence",
  (text) => {
    expect(() => read({ PATCHBAY_LOG_LEVEL: text })).toThrow(/PATCHBAY_LOG_LEVEL must be one of debug, info/);
  },
);

it("keeps the access log on where all else is logged from warnings on", () => {
  expect(read({ PATCHBAY_LOG_LEVEL: "warn", PATCHBAY_ACCESS_LOG: "on" })).toMatchObject({
    accessLog: true,
    logLevels: { base: "warn", areas: { access: "info" } },
  });
  expect(read({ PATCHBAY_LOG_LEVEL: "silent", PATCHBAY_ACCESS_LOG: "on" }).logLevels).toEqual({ base: "silent" });
});
