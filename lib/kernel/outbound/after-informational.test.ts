/** Answers behind a 1xx that nobody asked for, over one kept connection and in any pieces. */
import { createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { forgetSettings } from "@/test/setup/process-memory";
import { afterInformational } from "./after-informational";

const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
const ok = (body: string) => `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** What the provider writes for a path, piece by piece. */
const PIECES: Record<string, string[]> = {
  "/plain": [ok("plain")],
  "/one": [CONTINUE + ok("one")],
  "/apart": [CONTINUE, ok("apart")],
  "/bytes": [...(CONTINUE + CONTINUE + ok("bytes"))],
  "/headers": ["HTTP/1.1 100 Go on\r\nx-a: b\r\n\r\n", ok("headers")],
  "/hints": ["HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n", CONTINUE, ok("hints")],
  "/body": [ok(CONTINUE + CONTINUE).slice(0, -2 * CONTINUE.length), CONTINUE, CONTINUE],
};
const PATHS = Object.keys(PIECES);

let connections = 0;
const write = async (socket: Socket, pieces: readonly string[]) => {
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
};
const server = createServer({ noDelay: true }, (socket) => {
  connections++;
  socket.on("error", () => undefined);
  socket.on("data", (data) => {
    const path = / (\/\S*) HTTP/.exec(data.toString())?.[1] ?? "";
    void write(socket, PIECES[path] ?? []);
  });
});

let send: typeof import("./send")["send"];
let base: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  vi.stubEnv("PATCHBAY_OUTBOUND_ALLOW", `127.0.0.1:${port}`);
  vi.stubEnv("PATCHBAY_SECRET", "a test secret of enough characters, not used elsewhere");
  forgetSettings();
  ({ send } = await import("./send"));
});
afterAll(() => server.close());

it("the answer behind it is read, and the connection is kept", async () => {
  for (const path of [...PATHS, ...PATHS]) {
    const { status, body } = await send({ projectId: "p", method: "GET", url: base + path, headers: {} });
    expect([status, body.toString()]).toEqual([200, path === "/body" ? CONTINUE + CONTINUE : path.slice(1)]);
  }
  // The pool can open a second connection before it knows that the first is free.
  expect(connections).toBeLessThanOrEqual(2);
});

it.each([
  ["", true, ""],
  ["HTTP/1.1 1", true, "HTTP/1.1 1"],
  [CONTINUE, true, ""],
  [`${CONTINUE}HTTP/1.1 20`, false, "HTTP/1.1 20"],
  ["HTTP/1.1 200 OK", false, "HTTP/1.1 200 OK"],
  ["HTTP/1.1 101 Switching", false, "HTTP/1.1 101 Switching"],
  ["SSH-2.0", false, "SSH-2.0"],
])("%j: waits for more %j, leaves %j", (bytes, open, rest) => {
  const after = afterInformational(Buffer.from(bytes));
  expect([after.open, after.rest.toString()]).toEqual([open, rest]);
});

it("a head without an end is not kept for ever", () => {
  expect(afterInformational(Buffer.from(`HTTP/1.1 100 ${"a".repeat(20_000)}`)).open).toBe(false);
});
