// Toolkits, tools and the provider.
import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod/v3";
import { isRefused, expectRefusal } from "./recorder.mjs";

const [READ, ISSUE] = ["GITHUB_GET_A_REPOSITORY", "GITHUB_CREATE_AN_ISSUE"];
const latest = { dangerouslySkipVersionCheck: true };

export async function driveTools(recorder, composio, drive, version) {
  const { user: userId, repository } = drive;
  const step = recorder.run.bind(recorder);
  const { toolkits, tools } = composio;
  await step(
    "toolkits.get",
    () => toolkits.get("github"),
    ({ name }) => name === "GitHub",
  );
  await step(
    "toolkits.get by query",
    () => toolkits.get({ limit: 2 }),
    ({ length }) => length === 2,
  );
  await step(
    "toolkits.listCategories",
    () => toolkits.listCategories(),
    ({ items }) => items.length > 2,
  );
  await step(
    "toolkits.getAuthConfigCreationFields",
    () => toolkits.getAuthConfigCreationFields("github", "OAUTH2"),
    ({ length }) => length > 1,
  );
  await step(
    "toolkits.getConnectedAccountInitiationFields",
    () => toolkits.getConnectedAccountInitiationFields("openai", "API_KEY"),
    ({ length }) => length > 0,
  );
  await step(
    "toolkits.authorize",
    () => toolkits.authorize(`new ${version}`, "openai"),
    ({ id }) => id.startsWith("ca_"),
  );
  if (toolkits.changelog) {
    await step(
      "toolkits.changelog",
      () => toolkits.changelog(),
      ({ items }) => items.length > 0,
    );
    await step(
      "toolkits.getMany",
      () => toolkits.getMany(["github", "gmail"]),
      (page) => (page.items ?? page).length === 2,
    );
  }
  await step("tools.getToolsEnum", () => tools.getToolsEnum());
  await step(
    "tools.getRawComposioToolBySlug",
    () => tools.getRawComposioToolBySlug(ISSUE),
    ({ slug }) => slug === ISSUE,
  );
  const raw = await step(
    "tools.getRawComposioTools",
    () => tools.getRawComposioTools({ tools: [READ] }),
    ({ length }) => length === 1,
  );
  await step(
    "tools.get",
    () => tools.get(userId, { tools: [READ] }),
    ([tool]) => tool.function.name === READ,
  );
  await step(
    "tools.wrapToolsForProvider",
    () => tools.wrapToolsForProvider(userId, raw),
    ([tool]) => tool.function.name === READ,
  );
  await step(
    "tools.execute",
    () => tools.execute(READ, { userId, arguments: repository, ...latest }),
    ({ successful, data }) => successful && data.name === repository.repo,
  );
  await step(
    "tools.getInput without a language model",
    () => expectRefusal(() => tools.getInput(ISSUE, { text: "open an issue" }), 400),
    isRefused,
  );
  const call = {
    endpoint: `/repos/${repository.owner}/${repository.repo}`,
    method: "GET",
    connectedAccountId: drive.accounts.github,
  };
  await step(
    "tools.proxyExecute",
    () => tools.proxyExecute(call),
    ({ status }) => status === 200,
  );
  if (tools.createCustomTool) {
    const execute = async ({ text }) => ({ data: { text: text.toUpperCase() }, error: null, successful: true });
    const inputParams = z.object({ text: z.string() });
    const custom = { slug: "SHOUT", name: "Shout", description: "Shouts", inputParams, execute };
    await step(
      "tools.createCustomTool",
      () => tools.createCustomTool(custom),
      ({ slug }) => slug === "SHOUT",
    );
  }

  if (version === "core 0.5.4") await moveFiles(step, composio, userId);
  await callByProvider(step, composio, drive, raw);
}

/** Later versions move files to and from public addresses only. */
async function moveFiles(step, { files, getClient }, userId) {
  const file = path.join(tmpdir(), "batch.jsonl");
  writeFileSync(file, "a report");
  const [toolSlug, toolkitSlug] = ["OPENAI_UPLOAD_FILE", "openai"];
  await step(
    "files.upload",
    () => files.upload({ file, toolSlug, toolkitSlug }),
    ({ s3key }) => s3key,
  );
  const body = { user_id: userId, arguments: { file_id: "file-1" } };
  const { data } = await getClient().tools.execute("OPENAI_DOWNLOAD_FILE", body);
  const { s3url: s3Url, mimetype: mimeType } = data.response_data;
  const download = () => files.download({ s3Url, toolSlug: "OPENAI_DOWNLOAD_FILE", mimeType });
  await step("files.download", download, ({ filePath }) => readFileSync(filePath, "utf8") === "a recording");
}

/** The provider gives tools in the form of OpenAI, and executes what a model asks for. */
async function callByProvider(step, { provider }, { user: userId, repository }, raw) {
  const toolCall = { id: "call_1", type: "function", function: { name: READ, arguments: JSON.stringify(repository) } };
  const completion = {
    choices: [
      { index: 0, finish_reason: "tool_calls", message: { role: "assistant", content: null, tool_calls: [toolCall] } },
    ],
  };
  const isRead = (value) => JSON.stringify(value).includes(repository.repo);
  await step(
    "provider.wrapTool",
    () => provider.wrapTool(raw[0]),
    (tool) => tool.function.name === READ,
  );
  await step(
    "provider.wrapTools",
    () => provider.wrapTools(raw),
    ({ length }) => length === 1,
  );
  await step("provider.executeToolCall", () => provider.executeToolCall(userId, toolCall), isRead);
  await step("provider.handleToolCalls", () => provider.handleToolCalls(userId, completion), isRead);
}
