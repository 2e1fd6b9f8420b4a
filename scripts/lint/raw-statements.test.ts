/** SQL is declared where its rows can be checked: the number of texts that are not may only shrink. */
import { expect, it } from "vitest";
import { rawStatements } from "./raw-statements.mjs";

/** Files with texts that are still to be declared, and how many. A test that fails here wants a statement(), or a smaller number. */
const LEFT: Record<string, number> = {
  "lib/access/access-end.ts": 3,
  "lib/access/api-keys.ts": 1,
  "lib/access/login-throttle.ts": 3,
  "lib/access/projects.ts": 1,
  "lib/access/provision.ts": 1,
  "lib/access/session-caller.ts": 1,
  "lib/access/session-rows.ts": 1,
  "lib/access/setup.ts": 1,
  "lib/auth-configs/auth-configs.ts": 1,
  "lib/auth-configs/managed-clients.ts": 2,
  "lib/auth-configs/sealed-keys.ts": 1,
  "lib/auth-configs/tool-access.ts": 1,
  "lib/catalog/install-toolkit.ts": 18,
  "lib/catalog/read/catalogue.ts": 6,
  "lib/catalog/read/known-tools.ts": 2,
  "lib/catalog/read/list-tools.ts": 3,
  "lib/catalog/read/tool-scopes.ts": 1,
  "lib/catalog/read/tools.ts": 3,
  "lib/catalog/read/version-diff.ts": 1,
  "lib/files/expire-files.ts": 1,
  "lib/files/quota.ts": 2,
  "lib/health/health.ts": 1,
  "lib/logs/execution-counts.ts": 3,
  "lib/logs/tool-log-query.ts": 5,
  "lib/logs/tool-logs.ts": 1,
  "lib/logs/used-tools.ts": 1,
  "lib/mcp/servers.ts": 1,
  "lib/mcp/signed-addresses.ts": 2,
};

it("sends no SQL that is not declared with its columns, besides the list of what is left", () => {
  expect(rawStatements()).toEqual(LEFT);
});
