// Guards of lib/oauth-server and lib/sign-in-links.

const FLOW = ["lib/oauth-server/oauth-server.db.test.ts"];
const HOLDERS = ["lib/oauth-server/holders.db.test.ts"];
const TEXTS = ["lib/oauth-server/oauth-server.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const oauthServer = [
  {
    name: "strangers reach the private hosts that were opened for tools",
    file: "lib/oauth-server/find-document.ts",
    from: 'sender: "clients",',
    to: 'sender: "tools",',
    tests: ["lib/oauth-server/find-document.db.test.ts"],
  },
  {
    name: "a client is sent to an address that it did not register",
    file: "lib/oauth-server/redirects.ts",
    from: "return plain !== null && registered.some((registeredUri) => withoutPort(registeredUri) === plain);",
    to: "return plain !== null || registered.length > 0;",
    tests: [...TEXTS, ...FLOW],
  },
  {
    name: "a code is collected without its verifier",
    file: "lib/oauth-server/create-code.ts",
    from: "if (!provesChallenge(verifier, row.challenge))",
    to: "if (verifier && !provesChallenge(verifier, row.challenge))",
    tests: FLOW,
  },
  {
    name: "a code is collected by another client",
    file: "lib/oauth-server/create-code.ts",
    from: "if (row.clientId !== clientId) return",
    to: "if (row.clientId === '') return",
    tests: FLOW,
  },
  {
    name: "a code for one MCP server is collected for another",
    file: "lib/oauth-server/create-code.ts",
    from: "if (serverId !== null && serverId !== row.serverId)",
    to: 'if (serverId === "" && serverId !== row.serverId)',
    tests: FLOW,
  },
  {
    name: "a code that was stolen leaves what it gave",
    file: "lib/oauth-server/create-code.ts",
    from: "await endGrantsIn(tx, row.projectId, { id: row.grantId });",
    to: "",
    tests: FLOW,
  },
  {
    name: "an old refresh token ends nothing",
    file: "lib/oauth-server/tokens.ts",
    from: "      await endGrantsIn(tx, row.projectId, { id: row.id });\n      return null;",
    to: "      return null;",
    tests: FLOW,
  },
  {
    name: "a refresh token works for any client",
    file: "lib/oauth-server/tokens.ts",
    from: "if (row?.clientId !== clientId) return null;",
    to: "if (!row) return null;",
    tests: FLOW,
  },
  {
    name: "a token opens every MCP server",
    file: "lib/oauth-server/access.ts",
    from: "grant?.serverId === serverId && grant.projectId === projectId",
    to: "grant?.projectId",
    tests: FLOW,
  },
  {
    name: "a token acts for the user whom the address names",
    file: "lib/mcp/endpoint/open-endpoint.ts",
    from: "audience.userId !== undefined && audience.userId !== access.userId",
    to: "audience.userId === ''",
    tests: FLOW,
  },
  {
    name: "the list of all tools is remembered for a token with some",
    file: "lib/mcp/tools/server-tools.ts",
    from: "    server.reach,\n",
    to: "",
    tests: HOLDERS,
  },
  {
    name: "a consent counts for whoever sits there now",
    file: "lib/oauth-server/show-authorize.ts",
    from: " || form.as !== `${person.as}:${person.id}`",
    to: "",
    tests: FLOW,
  },
  {
    name: "an end user consents for another one",
    file: "lib/oauth-server/show-authorize.ts",
    from: 'if (person.as === "end_user") return person.id;',
    to: "",
    tests: HOLDERS,
  },
  {
    name: "a sign-in link works twice",
    file: "lib/sign-in-links/links.ts",
    from: 'if (row.usedAt) return { state: "used", projectId, userId, returnTo };',
    to: "",
    tests: HOLDERS,
  },
  {
    name: "a sign-in at one project counts at another",
    file: "lib/oauth-server/find-person.ts",
    from: "if (endUser?.projectId === projectId)",
    to: "if (endUser)",
    tests: HOLDERS,
  },
  {
    name: "a JWT for somebody else's service counts",
    file: "lib/kernel/jwt/verify-jwt.ts",
    from: "      audience,\n",
    to: "",
    tests: HOLDERS,
  },
  {
    name: "a machine gets in without its secret",
    file: "lib/oauth-server/clients.ts",
    from: "(secret === undefined || !isSecret(secret, client.secretHash))",
    to: "secret === undefined",
    tests: HOLDERS,
  },
];
