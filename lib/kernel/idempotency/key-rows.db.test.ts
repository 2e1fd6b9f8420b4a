/** Leases of idempotency keys: whose they are, how long they count, and what ends them. */
import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { answerOnce } from "./answer-once";
import { claimRow, failRow, finishRow, LEASE_MS, readRow, releaseRow, renewRow, type RowKey } from "./key-rows";
import { ON } from "@/test/builders/origin";
import { queryRows } from "@/test/setup/query-rows";

const newPlace = (owner = "log_first"): RowKey => ({
  projectId: "proj_leases",
  key: randomUUID(),
  fingerprint: "one request",
  owner,
});
const claim = (place: RowKey, repeatable = true) => claimRow(place, { logId: place.owner, repeatable });
const lapse = ({ key }: Pick<RowKey, "key">) =>
  queryRows(
    "test.lapse",
    "UPDATE idempotency_key SET lease_until = clock_timestamp() - interval '1 second' WHERE key = $1",
    [key],
  );

afterEach(() => void vi.useRealTimers());

describe("the lease of an idempotency key", () => {
  it("is one process's while it lives, and another's for the same repeatable request once it has lapsed", async () => {
    const place = newPlace();
    const other = { ...place, owner: "log_second" };
    expect(await claim(place)).toBe(true);
    expect(await claim(other)).toBe(false);
    await lapse(place);
    expect(await claim({ ...other, fingerprint: "another request" })).toBe(false);
    expect(await claim(other)).toBe(true);
  });

  it("never passes on for work that may not be repeated", async () => {
    const place = newPlace();
    expect(await claim(place, false)).toBe(true);
    await lapse(place);
    expect(await claim({ ...place, owner: "log_second" }, false)).toBe(false);
    expect(await readRow(place, ON)).toMatchObject({ state: "running", abandoned: true, logId: "log_first" });
  });

  it("lets nobody end or renew it but its owner: who comes late changes nothing", async () => {
    const place = newPlace();
    const otherPlace = { ...place, owner: "log_second" };
    await claim(place);
    await lapse(place);
    await claim(otherPlace);
    await lapse(place);
    await finishRow(place, { answer: "late" });
    await failRow(place);
    await renewRow(place);
    await releaseRow(place);
    expect(await readRow(place, ON)).toMatchObject({ state: "running", logId: "log_second", abandoned: true });
    await finishRow(otherPlace, { answer: "right" });
    expect(await readRow(place, ON)).toMatchObject({ state: "done", ending: { answer: "right" } });
  });

  it("is renewed for as long as the work goes on", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const key = randomUUID();
    const isLeased = async () =>
      (
        await queryRows<{ leased: boolean }>(
          "test.leased",
          "SELECT lease_until > clock_timestamp() AS leased FROM idempotency_key WHERE project_id = $1",
          [key],
        )
      )[0]?.leased;
    let end = () => {};
    const work = new Promise<void>((resolve) => (end = resolve));
    let begin = () => {};
    const beginning = new Promise<void>((resolve) => (begin = resolve));
    const answer = answerOnce(
      key,
      { key, request: 1, logId: "log_long", on: ON, repeatable: true, wasSent: () => true },
      () => {
        begin();
        return work;
      },
    );
    await beginning;
    await queryRows(
      "test.lapse-all",
      "UPDATE idempotency_key SET lease_until = clock_timestamp() - interval '1 second' WHERE project_id = $1",
      [key],
    );
    expect(await isLeased()).toBe(false);
    vi.advanceTimersByTime(LEASE_MS / 3 + 1);
    await expect.poll(isLeased, { timeout: 20_000 }).toBe(true);
    end();
    await answer;
  });
});
