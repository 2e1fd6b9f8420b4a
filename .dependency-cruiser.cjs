// The imports that are allowed between rooms: an import that is not listed is forbidden. `npm run check` runs it.

const { INNER_ROOMS, MAY_USE } = require("./.dependency-rooms.cjs");

const TESTS = "\\.test\\.tsx?$";
/** Paths outside of pages and components that they can import. */
const FOR_COMPONENTS = [
  "^lib/contract/",
  "^lib/.+[/.](contract|constants)\\.ts$",
  "^lib/kernel/text/is-object\\.ts$",
  "^generated/addresses/",
];
const READABLE_WITHOUT_SCRIPT = "^app/\\(docs\\)/";
const ROUTES_AND_PAGES = "^app/.+\\.(ts|tsx)$";
const anyOf = (rooms) => `^lib/(${rooms.join("|")})/`;

const roomRules = Object.entries(MAY_USE).map(([room, rooms]) => ({
  name: `room-${room}`,
  comment: `lib/${room} may use ${[...rooms, "contract"].join(", ")} (MAY_USE in .dependency-cruiser.cjs).`,
  severity: "error",
  from: { path: `^lib/${room}/`, pathNot: [TESTS, "[/.]contract\\.ts$"] },
  to: { path: "^(lib|app|components|scripts|toolkits)/", pathNot: anyOf([room, ...rooms, "contract"]) },
}));

const innerRules = Object.entries(INNER_ROOMS).flatMap(([room, { ground, ...inner }]) =>
  Object.entries(inner).map(([name, below]) => ({
    name: `inner-room-${room}-${name}`,
    comment: `lib/${room}/${name} may use ${[...below, ...ground].join(", ")} of its room (INNER_ROOMS in .dependency-cruiser.cjs).`,
    severity: "error",
    from: { path: `^lib/${room}/${name}/`, pathNot: [TESTS, "[/.]contract\\.ts$"] },
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
    to: { circular: true },
  },
  {
    name: "contract-is-pure",
    comment: "contract.ts and x.contract.ts run in the browser: zod, lib/contract, other contracts and constants only.",
    from: { path: "^lib/.+[/.]contract\\.ts$" },
    to: { pathNot: ["^lib/contract/", "[/.](contract|constants)\\.ts$", "^node_modules/zod/"] },
  },
  {
    name: "constants-stand-alone",
    comment: "constants.ts is what contracts and pages share, without the library of schemas.",
    from: { path: "^lib/.+/constants\\.ts$" },
    to: { pathNot: "/constants\\.ts$" },
  },
  {
    name: "schemas-come-after-the-page",
    comment: "Components call by generated/addresses; schemas are loaded with a form, from its form-schemas.ts.",
    from: { path: "^(components/|app/.+\\.tsx$)", pathNot: [TESTS, "/form-schemas\\.ts$"] },
    to: { path: ["^lib/.+[/.]contract\\.ts$", "^node_modules/zod/"], dependencyTypesNot: ["type-only"] },
  },
  {
    name: "components-know-contracts-only",
    comment:
      "Components import addresses, types and constants of contracts, lib/contract, is-object and components, never the server.",
    from: { path: "^components/", pathNot: TESTS },
    to: { path: "^(lib|app|scripts|generated|toolkits)/", pathNot: FOR_COMPONENTS },
  },
  {
    name: "pages-have-no-server",
    comment: "Pages and layouts are made of components; they read the API, not the server.",
    from: { path: "^app/.+\\.tsx$", pathNot: ["/route\\.tsx$", READABLE_WITHOUT_SCRIPT] },
    to: { path: "^(lib|generated)/", pathNot: FOR_COMPONENTS },
  },
  {
    name: "guides-are-read-by-their-pages",
    comment: "The pages of the documentation work without a script, so they read the guides and operations themselves.",
    from: { path: READABLE_WITHOUT_SCRIPT },
    to: { path: "^(lib|generated)/", pathNot: [...FOR_COMPONENTS, "^lib/guides/", "^lib/api\\.ts$"] },
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
    name: "tracing-loaded-in-one-place",
    comment: "Packages of OpenTelemetry are loaded by start-tracing.ts, only while a collector is set.",
    from: {
      path: "^(lib|app|components|toolkits|server\\.ts|page-server\\.ts)",
      pathNot: ["^lib/kernel/tracing/start-tracing\\.ts$"],
    },
    to: { path: "^node_modules/@opentelemetry/", dependencyTypesNot: ["type-only"] },
  },
  {
    name: "toolkits-know-the-handler-type",
    comment:
      "Handlers of toolkits import the handler's types, and the pure functions of lib/catalog for texts and forms only.",
    from: { path: "^toolkits/", pathNot: TESTS },
    to: {
      path: "^(lib|app|components)/",
      pathNot: "^lib/catalog/(to-ascii-address|tool-handler|to-hex-color|quoted-text|cut-text|multipart-form)\\.ts$",
    },
  },
  {
    name: "command-line-is-a-client",
    comment: "The command line imports its own files, Node and three packages; it reaches the product by HTTP.",
    from: { path: "^cli/", pathNot: TESTS },
    to: {
      dependencyTypesNot: ["core"],
      pathNot: ["^cli/", "^node_modules/(eventsource-parser|@modelcontextprotocol/sdk|@types/tar-stream|tar-stream)/"],
    },
  },
  {
    name: "nobody-imports-the-command-line",
    comment: "The command line is an entry point: dist/cli.mjs.",
    from: { pathNot: ["^cli/", "^test/"] },
    to: { path: "^cli/" },
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
