/** Spans and their parents by ids, links to causes, and a collector that is away. */
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { type OtlpReceiver, startOtlpReceiver } from "@/test/servers/otlp-receiver";
import { remembered } from "@/test/setup/process-memory";
import { startTracing } from "./start-tracing";
import { exportedSpans, findTracer, type Tracer, toParents, toServer } from "./tracer";

const closes: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
  vi.unstubAllEnvs();
});

async function begin(url: string, perSecond?: number): Promise<{ tracer: Tracer; stop: () => Promise<void> }> {
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", url);
  const stop = await startTracing(perSecond);
  closes.push(stop);
  return { tracer: findTracer() as Tracer, stop };
}

async function receive(): Promise<OtlpReceiver> {
  const receiver = await startOtlpReceiver();
  closes.push(receiver.close);
  return receiver;
}

it("has no tracer before its start and after its stop", async () => {
  expect(findTracer()).toBeUndefined();
  const { stop } = await begin((await receive()).url);
  expect(findTracer()).toBeDefined();
  await stop();
  expect(findTracer()).toBeUndefined();
});

it("finds the parent by the first id with an open step, and begins a trace without one", async () => {
  const receiver = await receive();
  const { tracer, stop } = await begin(receiver.url);
  const request = tracer.startSpan("request", { id: "req_1", attributes: {} });
  const execution = tracer.startSpan("execution", { id: "log_1", parents: ["req_1"], attributes: {} });
  const step = tracer.startSpan("step", { parents: toParents({ requestId: "req_1", logId: "log_1" }), attributes: {} });
  for (const span of [step, execution, request]) span.end("ok");
  tracer.startSpan("after", { parents: ["log_1", "req_1"], attributes: {} }).end("error", { code: 1 });
  request.end("error");
  await stop();
  const [first, second, third, after] = receiver.spans;
  expect([first?.name, second?.name, third?.name, after?.name]).toEqual(["step", "execution", "request", "after"]);
  expect([first?.parentSpanId, second?.parentSpanId]).toEqual([second?.spanId, third?.spanId]);
  expect(after).toMatchObject({ facts: { code: 1 }, status: { code: 2 } });
  expect(after?.traceId).not.toBe(third?.traceId);
  expect(third?.status?.code).not.toBe(2);
});

it("records the first traces of a second with all their steps, and a caller's own trace always", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_500 });
  closes.push(() => vi.useRealTimers());
  const receiver = await receive();
  const { tracer, stop } = await begin(receiver.url, 2);
  const call = (name: string, traceparent?: string): string => {
    const span = tracer.startSpan(name, { id: name, attributes: {}, traceparent });
    const inner = tracer.startSpan(`${name} inside`, { parents: [name], attributes: {} });
    tracer.rememberCause(`event of ${name}`, [name]);
    for (const step of [inner, span]) step.end("ok");
    return span.traceparent;
  };
  const headers = ["first", "second", "third"].map((name) => call(name));
  call("own", `00-${"a".repeat(32)}-${"b".repeat(16)}-01`);
  vi.setSystemTime(1_800_000_001_000);
  call("later");
  await stop();
  const names = receiver.spans.map(({ name }) => name);
  expect(names).toEqual(["first", "second", "own", "later"].flatMap((name) => [`${name} inside`, name]));
  expect(headers.map((header) => header.slice(-3))).toEqual(["-01", "-01", "-00"]);
  expect(headers[2]).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
});

it("makes the facts of recorded steps only", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_500 });
  closes.push(() => vi.useRealTimers());
  const receiver = await receive();
  const { tracer, stop } = await begin(receiver.url, 1);
  const calls: string[] = [];
  const make = <T>(text: string, value: T) => {
    return () => {
      calls.push(text);
      return value;
    };
  };
  for (const name of ["first", "second"])
    tracer
      .startSpan(make(`name of ${name}`, name), { id: name, attributes: make(`facts of ${name}`, { begin: 1 }) })
      .end("ok", make(`end of ${name}`, { end: 2 }));
  await stop();
  expect(receiver.spans).toMatchObject([{ name: "first", facts: { begin: 1, end: 2 } }]);
  expect(calls.sort()).toEqual(["end of first", "facts of first", "name of first"]);
});

it("links a step to the one that recorded its event", async () => {
  const receiver = await receive();
  const { tracer, stop } = await begin(receiver.url);
  const poll = tracer.startSpan("poll", { id: "7", attributes: {} });
  tracer.rememberCause("msg_1", toParents({ jobId: "7" }));
  tracer.rememberCause("msg_2", ["unknown"]);
  poll.end("ok");
  for (const causedBy of ["msg_1", "msg_2"]) tracer.startSpan("delivery", { causedBy, attributes: {} }).end("ok");
  await stop();
  const [first, second, third] = receiver.spans;
  expect(second?.links).toMatchObject([{ traceId: first?.traceId, spanId: first?.spanId }]);
  expect(second?.traceId).not.toBe(first?.traceId);
  expect(third?.links ?? []).toEqual([]);
});

it("cuts long values, and keeps of an address its host and port only", async () => {
  const receiver = await receive();
  const { tracer, stop } = await begin(receiver.url);
  const address = toServer("https://user:password@api.example:8443/path?token=x");
  tracer.startSpan("long", { attributes: { text: "x".repeat(5000), ...address } }).end("ok");
  await stop();
  expect(String(receiver.spans[0]?.facts.text)).toHaveLength(200);
  expect(address).toEqual({ "server.address": "api.example", "server.port": 8443 });
  expect(toServer("no address")).toEqual({});
});

it("counts and logs what a collector does not take, and goes on", async () => {
  const lines: string[] = [];
  const logger = remembered.get("log");
  remembered.set("log", { warn: (_fields: object, message: string) => lines.push(message) });
  closes.push(() => remembered.set("log", logger));
  const refusing = createServer((_request, response) => response.writeHead(400).end());
  await once(refusing.listen(0, "127.0.0.1"), "listening");
  closes.push(() => refusing.close());
  const { tracer, stop } = await begin(urlOf(refusing));
  tracer.startSpan("lost", { attributes: {} }).end("ok");
  await stop();
  expect(lines).toEqual(["traces could not be sent to the collector"]);
  expect(exportedSpans.read()).toContainEqual({ values: ["failed"], value: 1 });
});

it("does not wait for a collector that never answers", async () => {
  const hanging = createServer(() => undefined);
  await once(hanging.listen(0, "127.0.0.1"), "listening");
  closes.push(() => {
    hanging.closeAllConnections();
    hanging.close();
  });
  const { tracer, stop } = await begin(urlOf(hanging));
  tracer.startSpan("waits", { attributes: {} }).end("ok");
  await stop();
  expect(findTracer()).toBeUndefined();
});

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
