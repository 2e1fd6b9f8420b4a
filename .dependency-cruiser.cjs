// Which room may use which: whatever is not listed is forbidden. `npm run check` runs it.

/** Rooms of lib/ and the rooms they may import from; every room may import its own files and lib/contract. */
const MAY_USE = {
  kernel: [],
  contract: [],
  access: ["kernel"],
  catalog: ["kernel", "search"],
  files: ["kernel"],
  logs: ["kernel"],
  realtime: ["kernel", "webhooks"],
  health: ["kernel"],
  search: ["kernel"],
  llm: ["kernel"],
  "web-search": ["kernel"],
  find: ["kernel", "catalog", "connected-accounts", "llm", "search"],
  webhooks: ["kernel"],
  workbench: ["kernel", "files"],
  "auth-configs": ["kernel", "catalog", "webhooks"],
  "connected-accounts": ["kernel", "catalog", "auth-configs", "webhooks"],
  execution: ["kernel", "catalog", "auth-configs", "connected-accounts", "files", "llm", "logs", "web-search"],
  triggers: ["kernel", "catalog", "auth-configs", "connected-accounts", "execution", "webhooks"],
  "tool-router": ["kernel", "catalog", "auth-configs", "connected-accounts", "webhooks"],
  "meta-tools": [
    "kernel",
    "catalog",
    "auth-configs",
    "connected-accounts",
    "execution",
    "files",
    "find",
    "llm",
    "logs",
    "search",
    "tool-router",
    "web-search",
    "workbench",
  ],
  console: ["kernel", "execution", "llm", "meta-tools", "tool-router"],
  notebook: ["kernel", "access", "execution", "meta-tools", "tool-router", "workbench"],
  "sign-in-links": ["kernel", "connected-accounts"],
  "oauth-server": ["kernel", "access", "connected-accounts", "sign-in-links"],
  "my-connections": ["kernel", "access", "catalog", "connected-accounts", "logs", "oauth-server", "sign-in-links"],
  mcp: [
    "kernel",
    "access",
    "catalog",
    "auth-configs",
    "connected-accounts",
    "execution",
    "mcp-protocol",
    "meta-tools",
    "oauth-server",
    "tool-router",
  ],
  "mcp-protocol": ["kernel"],
  http: ["kernel", "access", "mcp-protocol"],
  demo: ["kernel", "access", "catalog", "auth-configs"],
  overview: ["kernel", "access", "catalog", "auth-configs", "connected-accounts", "logs", "mcp"],
};

/**
 * Inner rooms, and those of the same room that each may import from. What stands in the room itself is above its inner rooms,
 * but for the files of `ground`, which stand below them.
 */
const INNER_ROOMS = {
  kernel: {
    ground: ["errors", "ids", "version", "process-memory"],
    text: [],
    time: [],
    concurrency: [],
    process: ["text"],
    database: ["concurrency", "process", "time"],
    outbound: ["concurrency", "process", "text"],
    idempotency: ["concurrency", "database", "process", "text"],
    "rate-limit": ["concurrency", "database", "process"],
    jobs: ["database", "process"],
  },
  http: {
    ground: ["security-headers", "request-id"],
    "api-door": [],
    listener: ["api-door"],
    mcp: ["api-door"],
    "page-door": ["api-door"],
  },
  catalog: {
    ground: [
      "answer-names",
      "argument-alias",
      "contract",
      "auth-scheme",
      "compiled-toolkit",
      "current-user",
      "discovery",
      "configured-poll",
      "event-value",
      "list-at",
      "search-documents",
      "told-facts",
      "tool-request",
      "tool-schema",
      "trigger-type",
    ],
    details: [],
    compile: [],
    triggers: ["compile"],
    read: ["details"],
  },
  "connected-accounts": {
    ground: ["contract", "account-credentials", "current-user"],
    users: [],
    oauth: [],
    accounts: [],
    pages: ["oauth"],
    credentials: ["accounts", "oauth"],
    proof: ["accounts", "credentials"],
    connect: ["accounts", "credentials", "oauth", "pages", "proof"],
    revocation: ["accounts", "credentials", "oauth"],
    manage: ["accounts", "connect", "credentials", "pages", "proof", "revocation"],
  },
  webhooks: {
    ground: ["contract", "event-types"],
    events: [],
    subscriptions: ["events"],
    delivery: ["events", "subscriptions"],
    log: ["delivery", "events", "subscriptions"],
  },
  find: {
    ground: ["contract"],
    "own-recipes": [],
    "wrong-results": [],
  },
  workbench: {
    ground: ["answers", "contract", "pace"],
    egress: [],
    files: [],
    helpers: [],
    host: [],
    inside: [],
    sandbox: ["host"],
    gateway: ["files", "helpers", "host", "sandbox"],
    sessions: ["egress", "files", "helpers", "host", "sandbox"],
  },
  execution: {
    ground: ["contract"],
    request: [],
    fit: ["request"],
    access: ["request"],
    sending: ["access", "request"],
    answer: ["sending"],
    paging: ["access", "answer", "request", "sending"],
  },
  "meta-tools": {
    ground: ["contract", "error-text", "meta-call", "read-arguments"],
    approvals: ["shaping"],
    calls: [],
    mounts: [],
    shaping: [],
    multi: ["approvals", "search", "shaping"],
    workbench: ["mounts", "multi"],
    recipes: [],
    schemas: [],
    search: [],
    connections: ["search"],
  },
  notebook: {
    ground: ["contract"],
    cells: [],
    sandboxes: ["cells"],
    saved: [],
  },
};

const TESTS = "\\.test\\.tsx?$";
const ROUTES_AND_PAGES = "^app/.+\\.(ts|tsx)$";
const anyOf = (rooms) => `^lib/(${rooms.join("|")})/`;

const roomRules = Object.entries(MAY_USE).map(([room, rooms]) => ({
  name: `room-${room}`,
  comment: `lib/${room} may use ${[...rooms, "contract"].join(", ")} (MAY_USE in .dependency-cruiser.cjs).`,
  severity: "error",
  from: { path: `^lib/${room}/`, pathNot: [TESTS, "/contract\\.ts$"] },
  to: { path: "^(lib|app|components|scripts|toolkits)/", pathNot: anyOf([room, ...rooms, "contract"]) },
}));

const innerRules = Object.entries(INNER_ROOMS).flatMap(([room, { ground, ...inner }]) =>
  Object.entries(inner).map(([name, below]) => ({
    name: `inner-room-${room}-${name}`,
    comment: `lib/${room}/${name} may use ${[...below, ...ground].join(", ")} of its room (INNER_ROOMS in .dependency-cruiser.cjs).`,
    severity: "error",
    from: { path: `^lib/${room}/${name}/`, pathNot: [TESTS, "/contract\\.ts$"] },
    to: {
      path: `^lib/${room}/`,
      pathNot: [`^lib/${room}/(${[name, ...below].join("|")})/`, `^lib/${room}/(${ground.join("|")})\\.ts$`],
    },
  })),
);

const unknownInnerRooms = Object.entries(INNER_ROOMS).map(([room, { ground: _, ...inner }]) => ({
  name: `inner-room-${room}-unknown`,
  comment: `A new folder of lib/${room} needs its line in INNER_ROOMS.`,
  severity: "error",
  from: { path: `^lib/${room}/[^/]+/`, pathNot: `^lib/${room}/(${Object.keys(inner).join("|")})/` },
  to: {},
}));

/** A room that is not listed above has no rights yet. */
const unknownRoom = {
  name: "room-unknown",
  comment: "A new folder of lib/ needs its line in MAY_USE.",
  severity: "error",
  from: { path: "^lib/[^/]+/", pathNot: anyOf(Object.keys(MAY_USE)) },
  to: {},
};

const layerRules = [
  {
    name: "no-circles",
    comment: "Everything points down: an import circle has no bottom.",
    from: { pathNot: "^generated/" },
    to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
  },
  {
    name: "contract-is-pure",
    comment: "contract.ts runs in the browser: zod, lib/contract and other contracts only.",
    from: { path: "^lib/.+/contract\\.ts$" },
    to: { pathNot: ["^lib/contract/", "/contract\\.ts$", "^node_modules/zod/"] },
  },
  {
    name: "components-know-contracts-only",
    comment: "Components import contracts, lib/contract and components, never the server.",
    from: { path: "^components/", pathNot: TESTS },
    to: { path: "^(lib|app|scripts|generated|toolkits)/", pathNot: ["^lib/contract/", "^lib/.+/contract\\.ts$"] },
  },
  {
    name: "pages-have-no-server",
    comment: "Pages and layouts are made of components; they read the API, not the server.",
    from: { path: "^app/.+\\.tsx$" },
    to: { path: "^(lib|generated)/", pathNot: ["^lib/contract/", "^lib/.+/contract\\.ts$"] },
  },
  {
    name: "routes-stay-thin",
    comment: "Routes and pages never touch the database, the vault, the queue or the network.",
    from: { path: ROUTES_AND_PAGES },
    to: { path: "^(lib/kernel/(database|outbound|jobs)/|lib/kernel/process/vault\\.ts|generated/)" },
  },
  {
    name: "nobody-imports-routes",
    comment: "Routes and pages are entry points.",
    from: { pathNot: ["^app/", "^server-routes\\.ts$", "^test/", TESTS] },
    to: { path: ROUTES_AND_PAGES },
  },
  {
    name: "prisma-in-one-place",
    comment: "The Prisma client's values come from lib/kernel/database/db.ts.",
    from: { pathNot: ["^lib/kernel/database/db\\.ts$", "^generated/", "^scripts/"] },
    to: { path: "^(generated/prisma/|node_modules/@prisma/)", dependencyTypesNot: ["type-only"] },
  },
  {
    name: "http-client-in-one-place",
    comment: "The network is reached through lib/kernel/outbound/send.ts.",
    from: { path: "^(lib|app|components|toolkits)/", pathNot: ["^lib/kernel/outbound/", TESTS] },
    to: { path: "^node_modules/(undici|axios|got|node-fetch)/", dependencyTypesNot: ["type-only"] },
  },
  {
    name: "toolkits-know-the-handler-type",
    comment: "Handlers of toolkits import the handler's types and lib/catalog/query-text.ts only.",
    from: { path: "^toolkits/", pathNot: TESTS },
    to: { path: "^(lib|app|components)/", pathNot: "^lib/catalog/(handler|query-text)\\.ts$" },
  },
  {
    name: "no-test-in-code",
    comment: "Code does not import tests.",
    from: { pathNot: [TESTS, "^(e2e|test)/"] },
    to: { path: [TESTS, "^(e2e|test)/"] },
  },
];

module.exports = {
  forbidden: [
    ...roomRules,
    ...innerRules,
    ...unknownInnerRooms,
    unknownRoom,
    ...layerRules.map((rule) => ({ severity: "error", ...rule })),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|\\.cache|dist|data)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json"],
    },
  },
};
