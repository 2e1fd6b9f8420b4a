/** Messages between copies of the app: they arrive after the commit only, and again after the connection broke. */
import { describe, expect, it } from "vitest";
import { soon } from "@/test/builders/owners";
import { db } from "./db";
import { inHotTransaction } from "./in-hot-transaction";
import { isListening, listen, notify, notifySoon } from "./notify";
import { queryRows } from "@/test/setup/query-rows";

const messages: string[] = [];
let missed = 0;
listen("patchbay_test", {
  message: (payload) => messages.push(payload),
  missed: () => {
    missed++;
  },
});

const listening = () =>
  soon(
    async () => isListening("patchbay_test"),
    (yes) => yes,
  );

describe("notifications", () => {
  it("arrive when the transaction commits, and never when it rolls back", async () => {
    await listening();
    await db
      .$transaction(async (tx) => {
        await notify(tx, "patchbay_test", "rolled back");
        throw new Error("no");
      })
      .catch(() => undefined);
    await db.$transaction(async (tx) => {
      await notify(tx, "patchbay_test", "committed");
      expect(messages).toEqual([]);
    });
    await soon(
      async () => messages.length,
      (length) => length > 0,
    );
    expect(messages).toEqual(["committed"]);
  });

  it("arrive after the commit of a hot transaction, each of them, and never after a rollback", async () => {
    await listening();
    messages.length = 0;
    const say = (text: string, fails = false) =>
      inHotTransaction(async (tx) => {
        await notify(tx, "patchbay_test", text);
        if (fails) throw new Error("no");
      });
    await say("rolled back", true).catch(() => undefined);
    await Promise.all(["one", "two", "three"].map((text) => say(text)));
    await soon(
      async () => messages.length,
      (length) => length >= 3,
    );
    expect(messages.sort()).toEqual(["one", "three", "two"]);
  });

  it("are sent although one among them is too long", async () => {
    await listening();
    messages.length = 0;
    const first = notifySoon([["patchbay_test", "first"]]);
    // These two wait for the first, and are sent together.
    await notifySoon([["patchbay_test", "x".repeat(8_000)]]);
    await notifySoon([["patchbay_test", "meanwhile"]]);
    await first;
    await soon(
      async () => messages.length,
      (length) => length > 1,
    );
    expect(messages).toEqual(["first", "meanwhile"]);
  });

  it("are not trusted while the connection is gone, and listeners learn that some may be missing", async () => {
    await listening();
    const before = missed;
    await queryRows(
      "test.cut",
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'patchbay notify' AND datname = current_database()",
      [],
    );
    await soon(
      async () => isListening("patchbay_test"),
      (yes) => !yes,
    );
    await listening();
    expect(missed).toBe(before + 1);
    await notify(db, "patchbay_test", "after the break");
    await soon(
      async () => messages.at(-1),
      (last) => last === "after the break",
    );
  });

  it("reach a channel that is added while the connection is open", async () => {
    const late: string[] = [];
    listen("patchbay_late", { message: (payload) => late.push(payload), missed: () => undefined });
    await soon(
      async () => isListening("patchbay_late"),
      (yes) => yes,
    );
    await notify(db, "patchbay_late", "hello");
    await soon(
      async () => late.length,
      (length) => length === 1,
    );
  });
});
