/** Where a path stands in the dashboard. */
import { describe, expect, it } from "vitest";
import { isUnder, toBreadcrumbs } from "./navigation";

describe("toBreadcrumbs", () => {
  it.each([
    ["/", ["Home"]],
    ["/logs/tools", ["Observe", "Tool logs"]],
    ["/settings/api-keys/ak_1", ["Settings", "API keys"]],
    ["/nowhere", []],
  ])("reads %s as %j", (pathname, crumbs) => expect(toBreadcrumbs(pathname)).toEqual(crumbs));
});

describe("isUnder", () => {
  it("does not take a longer word for a page below", () => expect(isUnder("/logs/tools-archive", "/logs/tools")).toBe(false));
});
