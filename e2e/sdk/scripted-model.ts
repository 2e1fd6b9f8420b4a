/**
 * A language model that follows a script over HTTP: it reads the answers of its tools as a real one would, and decides
 * by them.
 */
import { LLMock, type ChatCompletionRequest } from "@copilotkit/aimock";

type Answer = { successful: boolean; error: string | null; data: Record<string, unknown> };
type Step = { name: string; args: object; say?: string };
type Job = { repository: { owner: string; repo: string }; showLink: (link: string) => void };

export const MODEL = "scripted-model";
export const DONE = "The issue is open.";

/** What the user asks for; the title stands in quotes, and tells the jobs of one model apart. */
export const taskOf = (title: string): string => `Open an issue with the title "${title}" in my GitHub repository.`;

const textOf = (content: unknown): string =>
  typeof content === "string"
    ? content
    : Array.isArray(content)
      ? content.map((part: { text?: string }) => part.text ?? "").join("")
      : "";

const answersOf = (request: ChatCompletionRequest): Answer[] =>
  request.messages.flatMap(({ role, content }) => (role === "tool" ? [JSON.parse(textOf(content)) as Answer] : []));

/** A part of an answer, deep in it; without it the script ends with an error that the test shows. */
function partOf<T>(answer: Answer | undefined, ...path: (string | number)[]): T {
  let value: unknown = answer?.data;
  for (const key of path) value = (value as Record<string, unknown> | undefined)?.[key];
  if (value === undefined) throw new Error(`The response has no ${path.join(".")}: ${JSON.stringify(answer)}`);
  return value as T;
}

/** The next call, by the answers so far; null when the work is done. */
function nextStep(answers: Answer[], title: string, { repository, showLink }: Job): Step | null {
  const [search, connections, waiting] = answers;
  const session_id = search && partOf<string>(search, "session", "id");
  if (answers.length === 0) {
    const queries = [{ use_case: "create an issue in a GitHub repository" }];
    return { name: "COMPOSIO_SEARCH_TOOLS", args: { queries, session: { generate_id: true } } };
  }
  const toolkits = [partOf<string>(search, "toolkit_connection_statuses", 0, "toolkit")];
  if (answers.length === 1) return { name: "COMPOSIO_MANAGE_CONNECTIONS", args: { toolkits, session_id } };
  const toolkit = toolkits[0] ?? "";
  if (answers.length === 2) {
    const link = partOf<string>(connections, "results", toolkit, "redirect_url");
    showLink(link);
    const args = { toolkits, mode: "all", timeout: 50, session_id };
    return { name: "COMPOSIO_WAIT_FOR_CONNECTIONS", args, say: `Please sign in: ${link}` };
  }
  if (answers.length > 3) return null;
  if (partOf(waiting, "results", toolkit, "status") !== "ACTIVE") throw new Error("The account was not connected.");
  const tool_slug = partOf<string>(search, "results", 0, "primary_tool_slugs", 0);
  const tools = [{ tool_slug, arguments: { ...repository, title } }];
  return { name: "COMPOSIO_MULTI_EXECUTE_TOOL", args: { tools, sync_response_to_workbench: false, session_id } };
}

/** Starts the model. It opens the issue with the title that the task names, and shows the link on the way. */
export async function startScriptedModel(jobs: Map<string, Job>): Promise<{ url: string; stop: () => Promise<void> }> {
  const mock = new LLMock({ port: 0 });
  mock.on({ model: MODEL }, (request) => {
    const task = request.messages.find(({ role }) => role === "user");
    const title = /"([^"]+)"/.exec(textOf(task?.content))?.[1] ?? "";
    const job = jobs.get(title);
    if (!job) return { error: { message: `nobody asked for ${title}` }, status: 400 };
    const step = nextStep(answersOf(request), title, job);
    if (step === null) return { content: DONE };
    const call = { name: step.name, arguments: JSON.stringify(step.args) };
    return step.say ? { content: step.say, toolCalls: [call] } : { toolCalls: [call] };
  });
  await mock.start();
  return { url: `${mock.url}/v1`, stop: () => mock.stop() };
}
