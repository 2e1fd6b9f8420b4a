/** Blocks about triggers, in TypeScript. */
export async function runTriggerBlocks({ run, settings, baseUrl, OpenAIToolSet, ComposioToolSet }) {
  const toolset = new ComposioToolSet();
  await run("slack", async () => {
    const entity = await new OpenAIToolSet({ baseUrl }).getEntity("default");
    const request = await entity.initiateConnection({ appName: "slack" });
    await fetch(settings.person, { method: "POST", body: request.redirectUrl });
    return request.waitUntilActive(10);
  });
  const entity = await toolset.getEntity("default");
  await run(
    "110",
    async () => {
      await toolset.triggers.get({ triggerId: "SLACK_RECEIVE_MESSAGE" });
      return entity.setupTrigger({ triggerName: "SLACK_RECEIVE_MESSAGE", app: "slack", config: {} });
    },
    ({ status }) => status === "success",
  );
  await run(
    "113",
    () => toolset.triggers.get({ triggerId: "GITHUB_STAR_ADDED_EVENT" }),
    ({ config }) => "owner" in config.properties && "repo" in config.properties,
  );
  await run(
    "116",
    () =>
      entity.setupTrigger({
        triggerName: "GITHUB_PULL_REQUEST_EVENT",
        app: "github",
        config: { owner: "octocat", repo: "hello-world" },
      }),
    ({ status }) => status === "success",
  );
  // A receiver prints what comes: here the event that the callback address has brought.
  await run(
    "120",
    () => settings.message,
    ({ type, data }) => type === "slack_receive_message" && data.text === "Hello",
  );
}
