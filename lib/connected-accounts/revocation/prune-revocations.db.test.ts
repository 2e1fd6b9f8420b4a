/** Reports of revocations are deleted after half a year. */
import { afterEach, beforeAll, expect, it } from "vitest";
import { moveClock } from "@/lib/kernel/time/clock";
import { type Client, newClient } from "@/test/clients/connect-api";
import { pruneRevocations } from "./run-revocation";

let client: Client;
const restores: (() => void)[] = [];
beforeAll(async () => {
  client = await newClient();
});
afterEach(() => {
  for (const restore of restores.splice(0)) restore();
});

const later = (days: number) => restores.push(moveClock(days * 86_400_000));

it("deletes a report after half a year, and none before", async () => {
  const { body } = await client.call("POST", "/internal/patchbay/revocations", {
    scope: "user",
    target: "nobody at all",
  });
  const report = async () => (await client.call("GET", `/internal/patchbay/revocations/${body.id}/report`)).status;
  later(179);
  await pruneRevocations();
  expect(await report()).toBe(200);
  later(2);
  await pruneRevocations();
  expect(await report()).toBe(404);
});
