// Guards of searches within a session.

const RULES = ["lib/sessions/meta-tools/search/session-rules.db.test.ts"];
const CONNECTIONS = ["lib/sessions/meta-tools/connections/find-connections.db.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const sessionSearch = [
  {
    name: "a search finds tools that the session may not use",
    file: "lib/sessions/meta-tools/search/search-for-session.ts",
    from: 'mayUse: (tool: CatalogTool) => toolkits.has(tool.toolkitSlug) && judgeCall(session, tool, policy).kind !== "denied"',
    to: "mayUse: () => true",
    tests: RULES,
  },
  {
    name: "a search in chosen toolkits leaves those of its session",
    file: "lib/sessions/meta-tools/search/search-for-session.ts",
    from: ".filter((slug) => allowsToolkit(session, slug))",
    to: "",
    tests: RULES,
  },
  {
    name: "a plan names tools that the session may not use",
    file: "lib/find/find-steps.ts",
    from: "bySlug(mayUse ? tools.filter(mayUse) : tools)",
    to: "bySlug(tools)",
    tests: RULES,
  },
  {
    name: "a session shows an account that is pinned for another toolkit",
    file: "lib/sessions/meta-tools/connections/find-connections.ts",
    from: ".filter(({ isOwn }) => isOwn)",
    to: "",
    tests: CONNECTIONS,
  },
  {
    name: "a session shows an account that its user may not use",
    file: "lib/connected-accounts/accounts/find-users-accounts.ts",
    from: ".filter((row) => mayUse(row, userId))",
    to: "",
    tests: CONNECTIONS,
  },
  {
    name: "a session shows an account of another project",
    file: "lib/connected-accounts/accounts/find-users-accounts.ts",
    from: "WHERE a.project_id = $1 AND (",
    to: "WHERE $1::text <> '' AND (",
    tests: CONNECTIONS,
  },
];
