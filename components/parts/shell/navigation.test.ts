/** Tests the place of a path in the dashboard. */
import { describe, expect, it } from "vitest";
import { isUnder, toBreadcrumbs } from "./navigation";

describe("toBreadcrumbs", () => {
  it.each([
    ["/", "Home"],
    ["/logs/tools", "Observe / Tool logs"],
    ["/toolkits/github", "Build / Toolkits (/toolkits) / github"],
    ["/tools/GMAIL_SEND_EMAIL", "Build / Toolkits (/toolkits) / GMAIL_SEND_EMAIL"],
    ["/tools/changed", "Build / Toolkits (/toolkits) / Changed tools"],
    ["/find", "Build / Find"],
    ["/mcp/new", "Deliver / MCP servers (/mcp) / New MCP server"],
    ["/auth-configs/new", "Connect / Auth configs (/auth-configs) / New auth config"],
    ["/sessions/saved/new", "Deliver / Sessions (/sessions) / New saved rules"],
    ["/users/a%2Fb%20c", "Connect / Users (/users) / a/b c"],
    ["/users/100%", "Connect / Users (/users) / 100%"],
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
