import { expect, it } from "vitest";
import { assertNamed, audienceText, readAddress } from "./audience";

const read = (query: string) => readAddress(new URLSearchParams(query));

it.each(["user_id=ada&user_id=bob", "user_id=ada&signature=a&signature=b"])(
  "400: an address says nothing twice, as its readers could take one or the other: %s",
  (query) => expect(() => read(query)).toThrow(/more than once/),
);

it("400: an address that names nobody, or names with NUL or without an end", () => {
  for (const query of [
    "",
    "user_id=",
    "user_id=a%00b",
    `user_id=${"a".repeat(501)}`,
    `connected_account_ids=${"a,b".repeat(50)}`,
  ])
    expect(() => assertNamed(read(query).audience)).toThrow(/does not say for whom|malformed/);
});

it("one audience has one text, however its accounts are written, and no two have the same", () => {
  const text = (query: string) => audienceText(read(query).audience);
  expect(text("connected_account_ids=b,a&connected_account_id=a")).toBe(
    text("connected_account_id=a&connected_account_id=b"),
  );
  expect(new Set(["user_id=a", "connected_account_id=a", "user_id=a&connected_account_id=b"].map(text)).size).toBe(3);
});
