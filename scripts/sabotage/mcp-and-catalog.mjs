// Guards of lib/mcp and lib/catalog.

const ENDPOINT = ["lib/mcp/endpoint.db.test.ts"];
const SIGNED = ["lib/mcp/signed-addresses.db.test.ts"];
const CALLS = ["lib/mcp/tool-calls.db.test.ts"];
const TOOLS = ["lib/mcp/server-tools.test.ts"];
const PARAMETERS = ["lib/catalog/compile/operation-parameters.test.ts"];
const NAMES = ["lib/catalog/read/own-names.db.test.ts"];
const TAGS = ["lib/catalog/compile/tool-tags.test.ts"];
const EFFECTS = ["lib/catalog/compile/tool-effect.test.ts"];
const RETIRED = ["lib/catalog/compile/retired-tools.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const mcpAndCatalog = [
  {
    name: "an MCP address needs no signature where the project asks for one",
    file: "lib/mcp/endpoint.ts",
    from: "if (config.requireMcpApiKey && signed === undefined)",
    to: "if (config.requireMcpApiKey && !config)",
    tests: SIGNED,
  },
  {
    name: "a signature of an MCP address is not held against the address",
    file: "lib/mcp/endpoint.ts",
    from: "if (signature !== undefined && !isSigned(server, audience, signature))",
    to: 'if (signature === "" && !isSigned(server, audience, signature))',
    tests: SIGNED,
  },
  {
    name: "the signature of an MCP address counts for every user",
    file: "lib/mcp/signed-addresses.ts",
    from: 'JSON.stringify(["mcp address", serverId, generation, audienceText(audience)])',
    to: 'JSON.stringify(["mcp address", serverId, generation, audienceText(audience).length > 0])',
    tests: SIGNED,
  },
  {
    name: "an ended MCP address answers on",
    file: "lib/mcp/signed-addresses.ts",
    from: '["mcp address", serverId, generation, ',
    to: '["mcp address", serverId, generation * 0, ',
    tests: SIGNED,
  },
  {
    name: "an MCP address names two users",
    file: "lib/mcp/audience.ts",
    from: "if (more.length > 0) throw",
    to: "if (more.length > 1e9) throw",
    tests: ["lib/mcp/audience.test.ts"],
  },
  {
    name: "a key of another project calls an MCP server",
    file: "lib/mcp/endpoint.ts",
    from: "if (!server || (caller && caller.projectId !== server.projectId)) throw",
    to: "if (!server) throw",
    tests: ENDPOINT,
  },
  {
    name: "an unknown key counts as none at an MCP address",
    file: "lib/mcp/endpoint.ts",
    from: "key === undefined ? null : await requireCaller(key)",
    to: "key === undefined ? null : await requireCaller(key).catch(() => null)",
    tests: [...ENDPOINT, ...SIGNED],
  },
  {
    name: "an MCP server runs tools of any toolkit",
    file: "lib/mcp/server-tools.ts",
    from: "if (!tool || !server.toolkits.includes(tool.toolkitSlug) || !isExecutable",
    to: "if (!tool || !isExecutable",
    tests: CALLS,
  },
  {
    name: "an MCP server runs tools that its auth configs do not allow",
    file: "lib/mcp/server-tools.ts",
    from: "!isExecutable(configs, tool.slug, tool.toolkitSlug))\n    return null;",
    to: "!tool.slug)\n    return null;",
    tests: CALLS,
  },
  {
    name: "an MCP server runs tools that are not on its list",
    file: "lib/mcp/server-tools.ts",
    from: "if (server.allowedTools.length === 0 || server",
    to: "if (server.allowedTools.length >= 0 || server",
    tests: CALLS,
  },
  {
    name: "no tool says that it destroys",
    file: "lib/mcp/server-tools.ts",
    from: 'has("destructiveHint")',
    to: 'has("-")',
    tests: TOOLS,
  },
  {
    name: "tools take arguments that their schemas do not name",
    file: "lib/mcp/server-tools.ts",
    from: "tool.inputSchema.additionalProperties ?? false",
    to: "tool.inputSchema.additionalProperties ?? true",
    tests: TOOLS,
  },
  {
    name: "a cursor of one MCP server counts for another",
    file: "lib/mcp/server-tools.ts",
    from: '["mcp.tools", projectId, server.id]',
    to: '["mcp.tools"]',
    tests: ["lib/mcp/tool-calls.db.test.ts"],
  },
  {
    name: "DELETE is not told as destructive",
    file: "lib/catalog/compile/tool-effect.ts",
    from: 'isSoft(evidence) ? "update" : "destroy"',
    to: '"update"',
    tests: EFFECTS,
  },
  {
    name: "a GET that deletes is told to only read",
    file: "lib/catalog/compile/tool-effect.ts",
    from: 'return isRead ? "read" : (plain?.effect ?? "read");',
    to: 'return "read";',
    tests: EFFECTS,
  },
  {
    name: "a call whose path deletes is told by its name only",
    file: "lib/catalog/compile/effect-rules.ts",
    from: 'if (action?.leads && SURE.get(action.verb) === "destroy" && !isMade) return "destroy";',
    to: "",
    tests: EFFECTS,
  },
  {
    name: "a tool that is named by a destroying verb may be told to only read",
    file: "lib/catalog/compile/tool-tags.ts",
    from: 'if (effect === "read" && first?.leads',
    to: 'if (effect === "other" && first?.leads',
    tests: TAGS,
  },
  {
    name: "hints that contradict each other are taken",
    file: "lib/catalog/compile/tool-tags.ts",
    from: "if (told.length > 1)",
    to: "if (told.length > 9)",
    tests: TAGS,
  },
  {
    name: "a path parameter is optional",
    file: "lib/catalog/compile/operation-parameters.ts",
    from: 'parameter.required === true || place === "path"',
    to: "parameter.required === true",
    tests: PARAMETERS,
  },
  {
    name: "arguments shadow the credentials in headers",
    file: "lib/catalog/compile/operation-parameters.ts",
    from: "return !RESERVED_HEADERS.test(name) && ",
    to: "return ",
    tests: PARAMETERS,
  },
  {
    name: "arguments shadow the credentials in the query",
    file: "lib/catalog/compile/operation-parameters.ts",
    from: "(!RESERVED_QUERY.test(name) || (",
    to: '(!RESERVED_QUERY.test("") || (',
    tests: PARAMETERS,
  },
  {
    name: "arguments shadow the credentials of the description's own schemes",
    file: "lib/catalog/compile/operation-parameters.ts",
    from: "!credentials.has(`header:${name.toLowerCase()}`)",
    to: '!credentials.has("")',
    tests: PARAMETERS,
  },
  {
    name: "a project's own tool is remembered for everybody by its name",
    file: "lib/catalog/read/tools.ts",
    from: "if (tool?.projectId === null) held.tools.set",
    to: "if (tool) held.tools.set",
    tests: NAMES,
  },
  {
    name: "many own tools are remembered for everybody by their names",
    file: "lib/catalog/read/known-tools.ts",
    from: "if (row.projectId === null) tools.set",
    to: "if (row.slug) tools.set",
    tests: NAMES,
  },
  {
    name: "a project's own tool counts under a name of the catalogue",
    file: "lib/catalog/read/own-names.ts",
    from: "OR 0 < (SELECT count(*)",
    to: "OR 0 > (SELECT count(*)",
    tests: NAMES,
  },
  {
    name: "a project's own toolkit counts under a name of the catalogue",
    file: "lib/catalog/read/own-names.ts",
    from: "own.filter(({ slug }) => !everybodys.has(slug))",
    to: 'own.filter(({ slug }) => slug !== "" || everybodys.has(slug))',
    tests: NAMES,
  },
  {
    name: "the tool to use in place of a retired one is retired itself",
    file: "lib/catalog/compile/retired-tools.ts",
    from: "if (replacement.deprecated) fail(",
    to: "if (!replacement) fail(",
    tests: RETIRED,
  },
  {
    name: "a retired tool is offered first",
    file: "lib/catalog/compile/retired-tools.ts",
    from: "if (named.includes(name)) fail(",
    to: "if (named.length < 0) fail(",
    tests: RETIRED,
  },
  {
    name: "a tool that gives bytes declares no file",
    file: "lib/catalog/compile/operation-tool.ts",
    from: "answer.binary ? fileOutputSchema() : outputSchema(",
    to: "answer === null ? fileOutputSchema() : outputSchema(",
    tests: ["lib/catalog/compile/operation-answer.test.ts"],
  },
  {
    name: "a file stays at Slack although its channel is unknown",
    file: "toolkits/slack/handlers.ts",
    from: "(ids.get(channel) ?? fail(",
    to: "(ids.get(channel) ?? String(",
    tests: ["toolkits/slack/handlers.test.ts"],
  },
];
