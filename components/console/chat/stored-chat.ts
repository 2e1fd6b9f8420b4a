/**
 * The texts of the conversation in this browser tab, so that a reload does not lose them. Calls and their responses are
 * not among them: the session's log has them, as far as the project stores them.
 */
import type { ChatEvents } from "@/lib/console/chat.contract";
import { MAX_TASK_CHARS } from "@/lib/console/constants";

export type Tokens = { input: number; output: number; isEstimate: boolean };
export type ChatText = { text: string; isPerson: boolean };
export type StoredChat = { session: string; texts: readonly ChatText[]; tokens: Tokens };

const MAX_TEXTS = 100;
const MAX_CHARACTERS = 100_000;

const storageKey = (project: string | null) => `patchbay.chat.${project ?? ""}`;

const isText = (value: unknown): value is ChatText => {
  const { text, isPerson } = (value ?? {}) as Record<string, unknown>;
  return typeof text === "string" && typeof isPerson === "boolean";
};

const isTokens = (value: unknown): value is Tokens => {
  const { input, output, isEstimate } = (value ?? {}) as Record<string, unknown>;
  return Number.isFinite(input) && Number.isFinite(output) && typeof isEstimate === "boolean";
};

const isChat = (value: unknown): value is StoredChat => {
  const { session, texts, tokens } = (value ?? {}) as Record<string, unknown>;
  return typeof session === "string" && Array.isArray(texts) && texts.every(isText) && isTokens(tokens);
};

/** The last texts, within the limits. */
function toNewest(texts: readonly ChatText[]): ChatText[] {
  let characters = 0;
  const newest: ChatText[] = [];
  for (const { text, isPerson } of texts.slice(-MAX_TEXTS).reverse()) {
    characters += text.length;
    if (characters > MAX_CHARACTERS) break;
    newest.unshift({ text, isPerson });
  }
  return newest;
}

/** Replaces the stored conversation: a tab has one for each project. Full or forbidden storage is not an error. */
export function storeChat(project: string | null, { session, texts, tokens }: StoredChat): void {
  try {
    window.sessionStorage.setItem(storageKey(project), JSON.stringify({ session, texts: toNewest(texts), tokens }));
  } catch {
    return; // a reload then shows the calls alone
  }
}

export function forgetChat(project: string | null): void {
  try {
    window.sessionStorage.removeItem(storageKey(project));
  } catch {
    return; // storage is forbidden, so there is nothing in it
  }
}

/** The stored conversation of a session; null if the tab has none, or one of another session. */
export function findChat(project: string | null, session: string): StoredChat | null {
  try {
    const value: unknown = JSON.parse(window.sessionStorage.getItem(storageKey(project)) ?? "null");
    return isChat(value) && value.session === session && session !== "" ? value : null;
  } catch {
    return null; // written by something else, or storage is forbidden
  }
}

/** The texts as messages for the model. It learns about the calls only from its own texts. */
export const toHistory = (texts: readonly ChatText[]): ChatEvents["message"][] =>
  texts.map(({ text, isPerson }) =>
    isPerson ? { role: "user", content: text.slice(0, MAX_TASK_CHARS) } : { role: "assistant", content: text },
  );
