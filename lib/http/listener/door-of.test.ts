import { expect, it } from "vitest";
import { routeTable } from "@/server-routes";
import { doorOf } from "./door-of";

it.each([
  ["/api/v3/tools/execute/GITHUB_GET_A_REPOSITORY", "api"],
  ["/api/v3.1/tools", "api"],
  ["/api/openapi.json", "api"],
  ["/api/v1/apps", "older"],
  ["/api/v2/actions/GITHUB_CREATE_AN_ISSUE/execute", "older"],
  ["/api/v3/tool_router/session", "session"],
  ["/api/v3/labs/tool_router/session", "session"],
  ["/tool_router/v3/trs_1/mcp", "mcp"],
  ["/v3/mcp/0b7c/mcp", "mcp"],
  ["/composio/server/1/mcp", "mcp"],
  ["/mcp/manage", "mcp"],
  ["/mcp", "pages"],
  ["/api/v3/webhook_ingress/github/we_1/trigger_event", "webhooks_in"],
  ["/api/v3.1/webhook_ingress/github/we_1/trigger_event", "webhooks_in"],
  ["/api/health", "health"],
  ["/api/health/ready", "health"],
  ["/api/healthy", "api"],
  ["/api/v3/internal/patchbay/overview", "dashboard"],
  ["/api/auth/session", "dashboard"],
  ["/connect/lk_1", "connect"],
  ["/connections", "pages"],
  ["/my/connections", "connect"],
  ["/approve/apt_1", "connect"],
  ["/approvals/apr_1", "pages"],
  ["/api/v3/toolkits/auth/callback", "connect"],
  ["/oauth/token", "oauth"],
  ["/.well-known/oauth-authorization-server", "oauth"],
  ["/", "pages"],
  ["/_next/static/chunks/1.js", "pages"],
])("a call of %s is counted at the door %s", (pathname, door) => {
  expect(doorOf(pathname)).toBe(door);
});

it("counts no operation of the API as a page", () => {
  const paths = routeTable
    .flatMap((module) => Object.values(module) as { op?: { path: string } }[])
    .flatMap(({ op }) => (op ? [op.path] : []));
  expect(paths.length).toBeGreaterThan(100);
  const pages = paths.filter((path) => doorOf(path) === "pages");
  expect(pages).toEqual(pages.filter((path) => path.startsWith("/logos/")));
});
