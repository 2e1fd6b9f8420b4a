/** Tools that run on services which the project or the operator has set, and not on a provider with an account. */
import type { SaidMessage, ToolHandler, ToolHandlers } from "@/lib/catalog/tool-handler";

const MOST_CHARACTERS = 200_000;
/** What a dry run answers: there is no request that could be shown, and nobody is asked. */
const DRY = { dry_run: true };

const answer: ToolHandler = async ({ content = "" }: { content?: string }, { services }) => {
  if (!services) return DRY;
  const { answer: answer, pages, text } = await services.search(content);
  return { answer: answer ?? text, citations: pages };
};

type Chat = { messages?: SaidMessage[]; temperature?: number };

const chat: ToolHandler = async ({ messages = [], temperature }: Chat, { services, fail }) => {
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
  if (characters > MOST_CHARACTERS)
    return fail(`The messages have ${characters} characters; at most ${MOST_CHARACTERS} are allowed.`);
  if (!services) return DRY;
  const { text, model } = await services.ask(messages, temperature);
  return { model, choices: [{ index: 0, message: { role: "assistant", content: text }, finish_reason: "stop" }] };
};

export const handlers: ToolHandlers = { answer, chat };
