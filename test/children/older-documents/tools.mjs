/** Blocks about tools, in TypeScript: fetched, given to a model, executed, and made by the program itself. */
import OpenAI from "openai";

const SELF = "GITHUB_GET_THE_AUTHENTICATED_USER";
const isFull = (list) => list.length > 0;
const isSelf = (answer) => answer.successful === true && answer.data.login === "octocat";

/** Blocks 16 to 29: a model calls a tool. */
async function runModel({ run, baseUrl, OpenAIToolSet }) {
  await run(
    "16 18 20 23 25 27 29",
    async () => {
      const [client, toolset] = [new OpenAI(), new OpenAIToolSet({ baseUrl })];
      const tools = await toolset.getTools({ actions: [SELF] });
      const messages = [{ role: "user", content: "What is my GitHub username?" }];
      const response = await client.chat.completions.create({
        model: "gpt-4o-mini",
        messages,
        tools,
        tool_choice: "auto",
      });
      return toolset.handleToolCall(response);
    },
    ([text]) => isSelf(JSON.parse(text)),
  );
}

/** Blocks 31 to 41: tools by name, app, tag and task, and their schemas. */
async function runFetches({ run, baseUrl, OpenAIToolSet, ComposioToolSet }) {
  const toolset = new OpenAIToolSet({ baseUrl });
  const star = "GITHUB_STAR_A_REPOSITORY_FOR_THE_AUTHENTICATED_USER";
  await run(
    "31",
    () => toolset.getTools({ actions: [star] }),
    ([tool]) => tool.function.name.toUpperCase() === star,
  );
  await run("33", () => toolset.getTools({ apps: ["github"] }), isFull);
  const actions = [SELF, "GITHUB_LIST_REPOSITORIES_FOR_THE_AUTHENTICATED_USER"];
  await run(
    "35",
    () => toolset.getTools({ actions }),
    ({ length }) => length === 2,
  );
  await run("37", () => toolset.getTools({ apps: ["jira"], tags: ["Issues"] }), isFull);
  await run(
    "39",
    async () => {
      const names = await toolset.client.actions.findActionEnumsByUseCase({
        useCase: "create a new page in notion",
        apps: ["notion"],
      });
      return toolset.getTools({ actions: names });
    },
    isFull,
  );
  const base = new ComposioToolSet();
  await run(
    "41",
    () => base.getActionsSchema({ actions: ["GOOGLECALENDAR_LIST_CALENDARS"] }, undefined),
    ([schema]) => schema.name === "GOOGLECALENDAR_LIST_CALENDARS",
  );
}

/** Blocks 44 to 50: executed without a model. */
async function runExecutions({ run, answers, settings, baseUrl, OpenAIToolSet, ComposioToolSet }) {
  const toolset = new OpenAIToolSet({ baseUrl });
  const issue = (title) => ({ owner: "octocat", repo: "hello-world", title, body: "made by a program" });
  const isIssue = (answer) => answer.successful === true && /issues/.test(answer.data.html_url);
  const action = "GITHUB_CREATE_AN_ISSUE";
  await run("44", () => toolset.executeAction({ action, params: issue("directly") }), isIssue);
  await run(
    "46",
    () => toolset.executeAction({ action, params: issue("for a user"), entityId: "user-of-typescript" }),
    isIssue,
  );
  await run(
    "48",
    () =>
      toolset.executeAction({
        action: "GMAIL_SEND_EMAIL",
        params: { recipient_email: "ada@example.com", subject: "Hello", body: "Hello Ada." },
        connectedAccountId: answers["86 92 94"]?.id,
      }),
    ({ successful }) => successful === true,
  );
  await run(
    "50",
    () =>
      new ComposioToolSet().client.actions.execute({
        actionName: "GITHUB_CREATE_ISSUE",
        requestBody: {
          input: issue("with a token"),
          authConfig: {
            parameters: [{ name: "Authorization", in: "header", value: "Bearer x" }],
            base_url: settings.github,
          },
        },
      }),
    isIssue,
  );
}

/** Blocks 52, 54, 56: tools of the program. */
async function runOwnTools({ run, sdk, baseUrl, OpenAIToolSet }) {
  const { z } = sdk("zod");
  const toolset = new OpenAIToolSet({ baseUrl });
  await run(
    "52 54",
    async () => {
      await toolset.createAction({
        actionName: "add_numbers",
        description: "Adds two numbers",
        inputParams: z.object({ a: z.number(), b: z.number() }),
        callback: async ({ a, b }) => ({ result: a + b }),
      });
      const tools = await toolset.getTools({ actions: [SELF, "add_numbers"] });
      const sum = await toolset.executeAction({ action: "add_numbers", params: { a: 2, b: 3 } });
      return [tools.length, JSON.stringify(sum)];
    },
    ([count, sum]) => count === 2 && sum.includes("5"),
  );
  await run(
    "56",
    async () => {
      await toolset.createAction({
        actionName: "list_topics",
        toolName: "github",
        description: "Lists the topics of a repository",
        inputParams: z.object({ owner: z.string(), repo: z.string() }),
        callback: async ({ owner, repo }, _auth, executeRequest) => {
          const answer = await executeRequest({ endpoint: `/repos/${owner}/${repo}/topics`, method: "GET" });
          return { successful: true, data: answer };
        },
      });
      return toolset.executeAction({ action: "list_topics", params: { owner: "octocat", repo: "hello-world" } });
    },
    (answer) => JSON.stringify(answer).includes("names"),
  );
}

/** Block 42: the AI SDK calls the tools. */
async function runAiSdk({ run, sdk, baseUrl, VercelAIToolSet }) {
  await run(
    "42",
    async () => {
      const { generateText } = sdk("ai");
      const openai = sdk("@ai-sdk/openai").createOpenAI({ baseURL: process.env.OPENAI_BASE_URL });
      const tools = await new VercelAIToolSet({ baseUrl }).getTools({ actions: [SELF] });
      const { toolResults } = await generateText({
        model: openai("gpt-4o-mini"),
        prompt: "Get my GitHub username",
        tools,
      });
      return toolResults;
    },
    ([{ result }]) => isSelf(typeof result === "string" ? JSON.parse(result) : result),
  );
}

export async function runToolBlocks(context) {
  const { run, settings, baseUrl, OpenAIToolSet } = context;
  await run("default user", async () => {
    const entity = await new OpenAIToolSet({ baseUrl }).getEntity("default");
    const request = await entity.initiateConnection({ appName: "github", integrationId: settings.integrations.github });
    await fetch(settings.person, { method: "POST", body: request.redirectUrl });
    return request.waitUntilActive(10);
  });
  for (const runBlocks of [runModel, runFetches, runExecutions, runOwnTools, runAiSdk]) await runBlocks(context);
}
