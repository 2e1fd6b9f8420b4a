/** Whose word about the client's address counts. */
import { expect, it } from "vitest";
import { dropClaimedAddress } from "./forwarded-for";

const seenFrom = (peer: string | undefined): string | undefined => {
  const headers = { "x-forwarded-for": "203.0.113.9" };
  dropClaimedAddress(headers, peer);
  return headers["x-forwarded-for"];
};

it.each(["8.8.8.8", "::ffff:8.8.8.8", "2606:4700::1111"])(
  "does not believe %s, which is no proxy of the operator",
  (peer) => {
    expect(seenFrom(peer)).toBeUndefined();
  },
);

it.each(["127.0.0.1", "::1", "::ffff:10.0.0.2", "172.18.0.3", undefined])("believes a proxy at %s", (peer) => {
  expect(seenFrom(peer)).toBe("203.0.113.9");
});
