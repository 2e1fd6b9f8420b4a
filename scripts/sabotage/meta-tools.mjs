// Guards of lib/sessions/meta-tools.

const RUN = ["lib/sessions/run-tool.db.test.ts"];
const RUN_FILE = "lib/sessions/meta-tools/run-meta-tool.ts";
const MANAGE = ["lib/sessions/meta-tools/connections/manage-connections.db.test.ts"];
const OWN_FILE = "lib/sessions/meta-tools/connections/own-accounts.ts";

const MANY = ["lib/sessions/meta-tools/multi/many-calls.db.test.ts"];
const PROXY = ["lib/sessions/meta-tools/multi/proxy-in-session.db.test.ts"];

/** @type {import("./mutate.mjs").Mutation[]} */
export const metaTools = [
  {
    name: "one of several calls runs a meta tool",
    file: "lib/sessions/meta-tools/multi/run-item.ts",
    from: "if (isMetaTool(item.tool_slug.toUpperCase())) throw nestedMetaTool(item.tool_slug);",
    to: "",
    tests: MANY,
  },
  {
    name: "the log of several calls tells where the file of their answers can be read",
    file: "lib/sessions/meta-tools/logged-arguments.ts",
    from: 'pick(data.remote_file_info, ["file_path", "size"])',
    to: "data.remote_file_info",
    tests: MANY,
  },
  {
    name: "a session sends requests to a toolkit that it may not use, or use in parts",
    file: "lib/sessions/meta-tools/multi/proxy-in-session.ts",
    from: "  await assertAllowed(session, toolkit.slug);\n",
    to: "",
    tests: PROXY,
  },
  {
    name: "a session's request brings credentials of a toolkit that its rules were not asked about",
    file: "lib/sessions/meta-tools/multi/proxy-in-session.ts",
    from: "    assertSameToolkit(request.custom_connection_data, toolkit.slug);\n",
    to: "",
    tests: PROXY,
  },
  {
    name: "a meta tool runs in a session that does not offer it",
    file: RUN_FILE,
    from: "  assertOffered(session, slug);\n",
    to: "",
    tests: RUN,
  },
  {
    name: "a meta tool runs within another one",
    file: RUN_FILE,
    from: "if (facts.parent) throw nestedMetaTool(slug);",
    to: "",
    tests: RUN,
  },
  {
    name: "a meta tool is executed as a request",
    file: "lib/execution/execute-tool.ts",
    from: "if (tool.run.builtin !== undefined) throw nestedMetaTool(tool.slug);",
    to: "",
    tests: RUN,
  },
  {
    name: "a call of a meta tool that was refused keeps its key",
    file: RUN_FILE,
    from: "if (error instanceof ApiError && error.status < 500) execution.progress.sent = 0;",
    to: "",
    tests: RUN,
  },
  {
    name: "a schema is given of a tool that the session may not use",
    file: "lib/sessions/meta-tools/schemas/get-tool-schemas.ts",
    from: "mayUse(call.session, tool) ? await inVersion(call, tool) : null",
    to: "await inVersion(call, tool)",
    tests: RUN,
  },
  {
    name: "another user's account is named or removed",
    file: OWN_FILE,
    from: "userIds: [userId],",
    to: "",
    tests: MANAGE,
  },
  {
    name: "an account is removed in a session that forbids it",
    file: OWN_FILE,
    from: "!session.config.manage_connections.enable_connection_removal",
    to: "!session.config",
    tests: MANAGE,
  },
  {
    name: "a link is made for a toolkit that the session may not use",
    file: "lib/sessions/meta-tools/connections/toolkit-connection.ts",
    from: "allowsToolkit(session, toolkit.slug)",
    to: "toolkit",
    tests: MANAGE,
  },
  {
    name: "a link to connect stands in the log",
    file: "lib/sessions/meta-tools/logged-arguments.ts",
    from: "const { redirect_url: _, instruction: __, ...rest } = result;",
    to: "const { ...rest } = result;",
    tests: MANAGE,
  },
  {
    name: "each call for a link makes another account",
    file: "lib/connected-accounts/manage/link-to-connect.ts",
    from: "if (!account) {",
    to: "if (account !== undefined) {",
    tests: MANAGE,
  },
];
