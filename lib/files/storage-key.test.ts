import { expect, it } from "vitest";
import { isKeyOf, toAnswerKey, toUploadKey } from "./storage-key";

const place = { projectId: "proj_a", toolkitSlug: "gmail", toolSlug: "GMAIL_SEND_EMAIL" };

it("a key is its own project's alone", () => {
  const keys = [toUploadKey(place, "0cc175b9c0f1b6a831c399e269772661"), toAnswerKey(place, "file_1")];
  for (const key of keys)
    expect([isKeyOf("proj_a", key), isKeyOf("proj_b", key), isKeyOf("", key)]).toEqual([true, false, false]);
});

it.each(["..", ".", "", "a/b", "a\\b", "a.b", "%2e%2e", "a\0", " a", "x".repeat(121)])(
  "no part of a key is %j",
  (part) => {
    for (const name of ["projectId", "toolkitSlug", "toolSlug"])
      expect(() => toUploadKey({ ...place, [name]: part }, "sum")).toThrow("characters that it must not");
    expect(() => toAnswerKey(place, part)).toThrow("characters that it must not");
    expect(isKeyOf("proj_a", `proj_a/gmail/GMAIL_SEND_EMAIL/request/${part}`)).toBe(false);
  },
);
