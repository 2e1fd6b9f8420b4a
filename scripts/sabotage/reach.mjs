// Guards of keys that are limited to toolkits, users or addresses.

const DOORS = ["lib/reach/every-door.db.test.ts"];
const TOKENS = ["lib/reach/browser-tokens.db.test.ts"];
const WAYS = ["lib/reach/ways-around.db.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const reach = [
  {
    name: "limited keys use operations that say nothing of toolkits and users",
    file: "lib/http/api-door/define-route.ts",
    from: "if (limited && !reach) throw unlimitedOnly(limited.reach);",
    to: "",
    tests: DOORS,
  },
  {
    name: "executions do not ask which toolkits a key reaches",
    file: "lib/execution/run-execution.ts",
    from: 'assertToolkitInReach(caller.by.reach, work.subject().toolkitSlug ?? "");',
    to: "",
    tests: [...DOORS, ...WAYS],
  },
  {
    name: "browser tokens open every operation of their user",
    file: "lib/http/api-door/define-route.ts",
    from: "assertOpenToToken(op, caller);",
    to: "",
    tests: TOKENS,
  },
  {
    name: "browser tokens execute every tool",
    file: "lib/execution/run-execution.ts",
    from: "assertToolInReach(caller.by.reach, work.subject().toolSlug);",
    to: "",
    tests: TOKENS,
  },
  {
    name: "a limited key gets the answer of another key's call",
    file: "lib/execution/run-execution.ts",
    from: "caller.by?.reach ? withOwnKeys(requested, caller.by) : requested",
    to: "requested",
    tests: WAYS,
  },
  {
    name: "a limited key uses sessions with every toolkit",
    file: "lib/sessions/rules/assert-session-in-reach.ts",
    from: "if (!toolkits) return assertEveryToolkit(reach);",
    to: "if (!toolkits) return;",
    tests: WAYS,
  },
  {
    name: "a limited key widens its session",
    file: "lib/sessions/sessions.ts",
    from: "if (reach) assertSessionInReach(reach, { userId, config: checked });",
    to: "",
    tests: WAYS,
  },
  {
    name: "an MCP server offers a limited key every toolkit",
    file: "lib/mcp/endpoint/open-endpoint.ts",
    from: "toolkits ? narrowed(server, { toolkits: [...toolkits] }) : server",
    to: "server",
    tests: WAYS,
  },
  {
    name: "a key works from an unknown address",
    file: "lib/access/keys/key-limits.ts",
    from: "if (address === undefined || !ipaddr.isValid(address)) return false;",
    to: "if (address === undefined || !ipaddr.isValid(address)) return true;",
    tests: WAYS,
  },
];
