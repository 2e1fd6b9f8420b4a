/** Projects whose calls wait for a server take no other project's turn at it. */
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startHostileMcp, type HostileMcp } from "@/test/servers/hostile-mcp";
import { forgetSettings } from "@/test/setup/process-memory";
import { SERVER_SLOTS } from "./constants";

let server: HostileMcp;
let call: (projectId: string, name: string, signal: AbortSignal) => Promise<unknown>;

beforeAll(async () => {
  server = await startHostileMcp({
    mcp: ({ method, params }) => (method === "tools/call" && params?.name === "wait" ? true : undefined),
  });
  vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", "127.0.0.1:*");
  forgetSettings();
  const { send } = await import("@/lib/kernel/outbound/send");
  const { callMcpTool } = await import("./call-mcp-tool");
  call = (projectId, name, signal) =>
    callMcpTool(
      { projectId, url: server.url("mcp"), exchange: (request) => send({ projectId, ...request }) },
      { name, arguments: {} },
      { signal, timeoutMs: 60_000 },
    );
});
afterAll(() => server.stop());

const countWaiting = () =>
  server.requests.filter(({ method, rpc }) => method === "tools/call" && rpc.params?.name === "wait").length;

it("a third project, and a fourth, are answered while two have more calls waiting than there is room", async () => {
  const caller = new AbortController();
  const waiting = ["first", "second"].flatMap((projectId) =>
    Array.from({ length: SERVER_SLOTS.total }, () => call(projectId, "wait", caller.signal).catch(() => "ended")),
  );
  await vi.waitFor(() => expect(countWaiting()).toBe(18), { timeout: 60_000 });
  const { signal } = new AbortController();
  for (const projectId of ["third", "fourth"])
    expect(await call(projectId, "answer", signal)).toMatchObject({ isError: false });
  expect(countWaiting()).toBe(18);
  caller.abort();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["ended"]));
});
