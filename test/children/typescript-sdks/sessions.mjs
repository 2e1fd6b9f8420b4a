// Sessions and their tools.
const READ = "GITHUB_GET_A_REPOSITORY";

export async function driveSessions(recorder, composio, drive) {
  const { user, repository } = drive;
  const step = recorder.run.bind(recorder);
  const create = await step(
    "create",
    () => composio.create(user, { toolkits: ["github", "gmail"] }),
    ({ sessionId }) => sessionId.startsWith("trs_"),
  );
  const session = recorder.noted("session", create);
  const { sessionId } = create;
  await step("createSession", () => composio.createSession({}));
  await step(
    "use",
    () => composio.use(sessionId),
    (again) => again.sessionId === sessionId,
  );
  await step("getClient", () => composio.getClient());
  await step("getConfig", () => composio.getConfig());
  const places = ["sessions", "toolRouter"].filter((name) => composio[name]);
  for (const name of places) {
    const place = composio[name];
    const other = await step(
      `${name}.create`,
      () => place.create(user, {}),
      (next) => next.sessionId,
    );
    await step(
      `${name}.use`,
      () => place.use(other.sessionId),
      (again) => again.sessionId === other.sessionId,
    );
    if (place.delete) await step(`${name}.delete`, () => place.delete(other.sessionId));
  }
  const queries = { queries: [{ use_case: "read a repository" }], session: { generate_id: true } };
  const { tools } = composio;
  const run = tools.executeMetaTool ? "executeMetaTool" : "executeSessionTool";
  await step(
    `tools.${run}`,
    () => tools[run]("COMPOSIO_SEARCH_TOOLS", { sessionId, arguments: queries }),
    ({ successful }) => successful === true,
  );
  const list = tools.getRawToolRouterMetaTools ? "getRawToolRouterMetaTools" : "getRawToolRouterSessionTools";
  await step(
    `tools.${list}`,
    () => tools[list](sessionId),
    ({ length }) => length > 3,
  );
  await step(
    "session.tools",
    () => session.tools(),
    ({ length }) => length > 3,
  );
  await step(
    "session.authorize",
    async () =>
      recorder.noted("session", await composio.create("newcomer", { toolkits: ["openai"] })).authorize("openai"),
    ({ id }) => id.startsWith("ca_"),
  );
  await step(
    "session.toolkits",
    () => session.toolkits({ isConnected: true }),
    ({ items }) => items.length === 2,
  );
  if (session.execute) {
    await step(
      "session.execute",
      () => session.execute(READ, repository),
      ({ data }) => data.name === repository.repo,
    );
    await step(
      "session.search",
      () => session.search({ query: "read a repository of github" }),
      (answer) => JSON.stringify(answer).includes(READ),
    );
    await step("session.ensureConnected", () => session.ensureConnected("github"));
    await step(
      "session.proxyExecute",
      () =>
        session.proxyExecute({
          toolkit: "github",
          endpoint: `/repos/${repository.owner}/${repository.repo}`,
          method: "GET",
        }),
      ({ status }) => status === 200,
    );
    await step("session.update", () => session.update({ toolkits: ["github"] }));
    await step(
      "session.customTools",
      () => session.customTools(),
      ({ length }) => length === 0,
    );
    await step(
      "session.customToolkits",
      () => session.customToolkits(),
      ({ length }) => length === 0,
    );
  }
  if (session.listConfigHistory)
    await step(
      "session.listConfigHistory",
      () => session.listConfigHistory({ limit: 10 }),
      ({ items }) => items.length === 2,
    );
  const files = session.experimental?.files;
  if (files) {
    await step("session.experimental.files.list", () => files.list());
    await step(
      "session.experimental.files.delete",
      () => files.delete("nothing.txt").catch(({ status }) => ({ status })),
      Boolean,
    );
  }
  if (session.delete) await step("session.delete", () => session.delete());
}
