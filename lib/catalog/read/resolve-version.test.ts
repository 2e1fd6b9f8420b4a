/** Which version of a toolkit a request means. */
import { describe, expect, it } from "vitest";
import { isLatestOfAll, missingWords, PINNED, resolveVersion, type VersionChoice } from "./resolve-version";

const toolkit = {
  slug: "mail",
  version: "20260301_00",
  availableVersions: ["20260301_00", "20260201_00"],
  versionsSince: [
    { version: "20260101_00", since: "2026-01-01T00:00:00.000Z" },
    { version: "20260201_00", since: "2026-02-01T00:00:00.000Z" },
    { version: "20260301_00", since: "2026-03-01T00:00:00.000Z" },
  ],
};
const [latest, february] = ["20260301_00", "20260201_00"];

describe("a version", () => {
  it.each<[string, VersionChoice, string]>([
    ["nothing asked", {}, latest],
    ["nothing asked, an empty text", { asked: "" }, latest],
    ["the latest", { asked: "latest", omitted: PINNED, asOf: "2026-02-10T00:00:00Z" }, latest],
    ["one there is", { asked: february }, february],
    ["one of the toolkit, in any case", { asked: { Mail: february } }, february],
    ["one of another toolkit", { asked: { other: february } }, latest],
    ["the project's own by name", { asked: PINNED, asOf: "2026-02-10T00:00:00Z" }, february],
    ["the project's own by default", { omitted: PINNED, asOf: "2026-02-10T00:00:00Z" }, february],
    ["the project's own, of a later day", { omitted: PINNED, asOf: "2026-03-01T00:00:00Z" }, latest],
    ["the project's own, which is kept no more", { omitted: PINNED, asOf: "2026-01-10T00:00:00Z" }, latest],
    ["the project's own of a later toolkit", { omitted: PINNED, asOf: "2025-01-01T00:00:00Z" }, latest],
    ["the project's own, of which no time is known", { omitted: PINNED }, latest],
  ])("is found: %s", (_, choice, version) => expect(resolveVersion(toolkit, choice)).toEqual({ version }));

  it("falls back to the latest with a warning if it does not exist", () => {
    const { version, missing } = resolveVersion(toolkit, { asked: "20250909_00" });
    expect(version).toBe(latest);
    expect(missing && missingWords(missing)).toBe(
      "mail has no version 20250909_00 on this server: its version 20260301_00 was used.",
    );
  });

  it.each<VersionChoice>([{ asked: "20250909_00", strict: true }, { asked: "lastest" }, { asked: "20250909_00 " }])(
    "stays the requested one if no other may replace it: %j",
    (choice) => expect(resolveVersion(toolkit, choice)).toEqual({ version: choice.asked }),
  );

  it.each<[VersionChoice, boolean]>([
    [{}, true],
    [{ asked: "latest", omitted: PINNED }, true],
    [{ asked: { mail: "latest", other: "" } }, true],
    [{ asked: { mail: "latest" }, omitted: PINNED }, false],
    [{ asked: { mail: february } }, false],
    [{ omitted: PINNED }, false],
  ])("is the latest of all: %j %s", (choice, all) => expect(isLatestOfAll(choice)).toBe(all));
});
