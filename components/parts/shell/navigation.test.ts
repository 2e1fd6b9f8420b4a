/** Tests the place of a path in the dashboard. */
import { describe, expect, it } from "vitest";
import { isUnder, NAVIGATION, OTHER_PAGES, toBreadcrumbs } from "./navigation";

describe("toBreadcrumbs", () => {
  it.each([
    ["/", "Home"],
    ["/logs/tools", "Logs / Tool logs"],
    ["/toolkits/github", "Toolkits (/toolkits) / github"],
    ["/tools/GMAIL_SEND_EMAIL", "Toolkits (/toolkits) / GMAIL_SEND_EMAIL"],
    ["/tools/changed", "Toolkits (/toolkits) / Changed tools"],
    ["/find", "Playground / Find"],
    ["/mcp/new", "MCP servers (/mcp) / New MCP server"],
    ["/auth-configs/new", "Auth configs (/auth-configs) / New auth config"],
    ["/sessions/saved/new", "Sessions (/sessions) / New saved rules"],
    ["/users/a%2Fb%20c", "Connected accounts / Users (/users) / a/b c"],
    ["/users/100%", "Connected accounts / Users (/users) / 100%"],
    ["/settings/profile", "Profile"],
    ["/getting-started", "Getting started"],
    ["/docs/triggers-and-webhooks/webhooks", "Documentation (/docs) / webhooks"],
    ["/settings/about", "Settings / About"],
    ["/nowhere", ""],
  ])("reads %s as %s", (pathname, crumbs) =>
    expect(
      toBreadcrumbs(pathname)
        .map(({ label, href }) => (href ? `${label} (${href})` : label))
        .join(" / "),
    ).toBe(crumbs),
  );
});

describe("isUnder", () => {
  it("does not take a longer word for a page below", () =>
    expect(isUnder("/logs/tools-archive", "/logs/tools")).toBe(false));
});

describe("NAVIGATION", () => {
  it("has at most ten entries, and each page and each key once", () => {
    expect(NAVIGATION.length).toBeLessThanOrEqual(10);
    const paths = [...NAVIGATION.flatMap(({ pages }) => pages), ...OTHER_PAGES].map(({ href }) => href);
    expect(paths).toEqual([...new Set(paths)]);
    const jumps = NAVIGATION.map(({ jump }) => jump);
    expect(jumps).toEqual([...new Set(jumps)]);
  });
});
