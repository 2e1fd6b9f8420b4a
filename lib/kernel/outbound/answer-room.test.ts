/** Large answers at one time: they find room, become files, or wait. */
import { afterAll, expect, it } from "vitest";
import { bytesHeld } from "../concurrency/held-bytes";
import { send } from "./send";
import type { BodySink } from "./outbound-request";
import { startProvider } from "@/test/servers/loopback-provider";

const MB = 1024 * 1024;
const provider = await startProvider();
afterAll(() => provider.close());
const heldBytes = (project: string) => bytesHeld("outbound.answers", `project ${project}`);
const text = Buffer.alloc(20 * MB, "x");
provider.answer = ({ url }, response) => {
  const [, status = "200", size = "1"] = url.split("/");
  response.writeHead(Number(status), { "content-type": "text/plain" }).end(text.subarray(0, Number(size) * MB));
};
const sinkOf = (sizes: number[]): BodySink => ({
  accepts: () => "overflow",
  write: async (_, body) => {
    let size = 0;
    for await (const chunk of body) size += chunk.length;
    sizes.push(size);
  },
});

it("a project holds at most 48 MB of answers; one without room becomes a file as a whole", async () => {
  const [sizes, rooms]: [number[], { release: () => void }[]] = [[], []];
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      send({
        projectId: "pr_many",
        method: "GET",
        url: `${provider.baseUrl}/200/20`,
        sink: sinkOf(sizes),
        holds: (room) => void rooms.push(room),
      }),
    ),
  );
  const inline = answers.filter(({ body }) => body.length > 0);
  expect(inline.every(({ body }) => body.length === 20 * MB)).toBe(true);
  expect(sizes).toEqual(Array(12 - inline.length).fill(20 * MB));
  expect(heldBytes("pr_many")).toBe(inline.length * 20 * MB);
  expect(heldBytes("pr_many")).toBeLessThanOrEqual(48 * MB);
  for (const room of rooms) room.release();
  expect(heldBytes("pr_many")).toBe(0);
});

it("answers that cannot be files wait for room, and none is lost", async () => {
  const most: number[] = [];
  const watch = setInterval(() => most.push(heldBytes("pr_waits")), 5);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => send({ projectId: "pr_waits", method: "GET", url: `${provider.baseUrl}/200/10` })),
  );
  clearInterval(watch);
  expect(answers.map(({ body }) => body.length)).toEqual(Array(6).fill(10 * MB));
  expect(Math.max(...most)).toBeLessThanOrEqual(48 * MB);
  expect(heldBytes("pr_waits")).toBe(0);
});

it("small answers are not counted", async () => {
  await send({ projectId: "pr_small", method: "GET", url: `${provider.baseUrl}/200/1`, holds: () => undefined });
  expect(heldBytes("pr_small")).toBe(0);
});
