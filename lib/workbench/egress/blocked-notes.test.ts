import { expect, it } from "vitest";
import { blockedNotes } from "./blocked-notes";
import type { Blocked } from "./hosts";

const OWNER = { projectId: "proj_test", sessionId: "trs_test" };

it("writes the first try at once, those of the next second together, and a bounded number of hosts", async () => {
  const notes: (readonly Blocked[])[] = [];
  const pauses: (() => void)[] = [];
  const note = blockedNotes(
    async (_, all) => void notes.push(all),
    () => new Promise<void>((resolve) => pauses.push(resolve)),
  );
  for (let count = 0; count < 1000; count++) note(OWNER, { host: "a.example.com", port: 443 }, "no");
  for (let port = 1; port <= 1000; port++) note(OWNER, { host: "b.example.com", port }, "x".repeat(5000));
  await expect.poll(() => pauses.length).toBe(1);
  expect(notes).toEqual([[{ host: "a.example.com", port: 443, reason: "no", tries: 1 }]]);
  pauses.shift()?.();
  await expect.poll(() => pauses.length).toBe(1);
  expect(notes).toHaveLength(2);
  expect(notes[1]?.[0]).toMatchObject({ host: "a.example.com", tries: 999 });
  expect([notes[1]?.length, notes[1]?.[1]?.reason.length]).toEqual([200, 500]);
});

it("continues after a failure", async () => {
  let tries = 0;
  const note = blockedNotes(
    () => Promise.reject(new Error(`the database is away ${++tries}`)),
    () => Promise.resolve(),
  );
  note(OWNER, { host: "a.example.com", port: 443 }, "no");
  await expect.poll(() => tries).toBe(1);
  await new Promise(setImmediate);
  note(OWNER, { host: "a.example.com", port: 443 }, "no");
  await expect.poll(() => tries).toBe(2);
});
