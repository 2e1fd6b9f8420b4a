/** Tests the options of fields that also take what was typed. */
import { expect, it } from "vitest";
import { toSlug, withTyped } from "./with-typed";

const SEND = { value: "GMAIL_SEND_EMAIL", label: "Send email" };
const REPLY = { value: "GMAIL_REPLY", label: "Reply" };

it("offers a typed slug last, and first if it is one of the options", () => {
  expect(withTyped([REPLY, SEND], "gmail_x", toSlug).map(({ value }) => value)).toEqual([
    "GMAIL_REPLY",
    "GMAIL_SEND_EMAIL",
    "GMAIL_X",
  ]);
  expect(withTyped([REPLY, SEND], " gmail_send_email ", toSlug)).toEqual([SEND, REPLY]);
});

it("offers a pattern first, and no search of several words or of none", () => {
  expect(withTyped([SEND], "*_send_*", toSlug)[0]).toEqual({ value: "*_SEND_*", label: "All like “*_SEND_*”" });
  expect(withTyped([SEND], "send an email", toSlug)).toEqual([SEND]);
  expect(withTyped([SEND], "", toSlug)).toEqual([SEND]);
});
