/** Which versions of a toolkit stay. */
import { expect, it } from "vitest";
import { keptVersions, VERSIONS_KEPT } from "./kept-versions";

const timeOf = (day: number): string => `2026-01-${String(day).padStart(2, "0")}T00:00:00.000Z`;

it("keeps the versions that were the latest last, and forgets the times of the others", () => {
  const days = Array.from({ length: VERSIONS_KEPT }, (_, day) => day + 1);
  const before = {
    available_versions: days.map((day) => `v${day}`).reverse(),
    versions_since: days.map((day) => ({ version: `v${day}`, since: timeOf(day) })),
  };
  const { since, kept: retainedVersions, dropped } = keptVersions("v99", before);
  expect(dropped).toEqual(["v1"]);
  expect(retainedVersions).toHaveLength(VERSIONS_KEPT);
  expect(since.map(({ version }) => version)).toEqual([...days.slice(1).map((day) => `v${day}`), "v99"]);
});

it("counts a version from when it was the latest last, and notes no time for one that stays the latest", () => {
  const days = Array.from({ length: VERSIONS_KEPT }, (_, day) => day + 1);
  const before = {
    available_versions: days.map((day) => `v${day}`),
    versions_since: [
      ...days.map((day) => ({ version: `v${day}`, since: timeOf(day) })),
      { version: "v1", since: timeOf(30) },
    ],
  };
  expect(keptVersions("v1", before)).toMatchObject({ dropped: [], since: before.versions_since });
  expect(keptVersions("v99", before).dropped).toEqual(["v2"]);
});

it("drops those first of which no time is known", () => {
  const versions_since = Array.from({ length: VERSIONS_KEPT - 1 }, (_, day) => ({
    version: `v${day}`,
    since: timeOf(day + 1),
  }));
  const before = { available_versions: ["old", ...versions_since.map(({ version }) => version)], versions_since };
  expect(keptVersions("new", before).dropped).toEqual(["old"]);
  expect(keptVersions("new", undefined)).toMatchObject({ kept: ["new"], dropped: [], since: [{ version: "new" }] });
});
