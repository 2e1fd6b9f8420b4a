/** A conversation: its messages, the calls of the model, and its tokens. Leaving the page stops the turn. */
"use client";
import { useEffect, useRef, useState } from "react";
import { chosenProject, ClientError, stream } from "@/lib/contract/client";
import { chatApi } from "@/generated/addresses/console/chat";
import { MAX_HISTORY } from "@/lib/console/constants";
import type { ChatEvents } from "@/lib/console/chat.contract";
import { isSaid, settled, withEvent, type AgentEnd, type Entry } from "../use-agent";
import type { ChatModel } from "./chat-model";
import { findChat, forgetChat, storeChat, toHistory, type StoredChat, type Tokens } from "./stored-chat";
import { useTurn } from "./use-turn";

const NO_TOKENS: Tokens = { input: 0, output: 0, isEstimate: false };

const withTokens = (before: Tokens, { input, output, is_estimate: isEstimate }: ChatEvents["tokens"]): Tokens => ({
  input: before.input + input,
  output: before.output + output,
  isEstimate: before.isEstimate || isEstimate,
});

/** The ids of calls begin again in each turn. */
const withTurn = (turn: number, data: unknown): unknown =>
  typeof data === "object" && data !== null && "id" in data ? { ...data, id: `${turn}.${String(data.id)}` } : data;

type Receivers = {
  onEntry: (update: (before: readonly Entry[]) => readonly Entry[]) => void;
  onPartial: (update: (before: string) => string) => void;
  onTokens: (update: (before: Tokens) => Tokens) => void;
  onMessage: (message: ChatEvents["message"]) => void;
};

/** Hands one event to the part of the page that shows it. */
function receive(turn: number, name: string, data: unknown, receivers: Receivers): void {
  const { onEntry, onPartial, onTokens, onMessage } = receivers;
  if (name === "text") onPartial((before) => before + (data as ChatEvents["text"]).piece);
  else if (name === "tokens") onTokens((before) => withTokens(before, data as ChatEvents["tokens"]));
  else if (name === "message") onMessage(data as ChatEvents["message"]);
  else onEntry((before) => withEvent(before, name, withTurn(turn, data)));
  // The whole text takes the place of its pieces.
  if (name === "said" || name === "asking") onPartial(() => "");
}

const brokenOff = () =>
  new ClientError("Connection lost.", 0, {
    suggestedFix: "Keep writing: the model will know which calls finished and which are unknown.",
  });

const toEntries = (chat: StoredChat | null): readonly Entry[] =>
  (chat?.texts ?? []).map(({ text, isPerson }, index) => ({ id: `stored ${index}`, said: text, isPerson }));

/** Keeps the texts in this tab, from the first message in a session on. Returns how to end that. */
function useStoredTexts(session: string, entries: readonly Entry[], tokens: Tokens) {
  const keeps = useRef(true);
  useEffect(() => {
    if (session === "" || !keeps.current || entries.length === 0) return;
    const texts = entries.filter(isSaid).map(({ said: text, isPerson = false }) => ({ text, isPerson }));
    storeChat(chosenProject(), { session, texts, tokens });
  }, [session, entries, tokens]);
  return (again: boolean) => {
    keeps.current = again;
    forgetChat(chosenProject());
  };
}

/**
 * @param firstSession the session of the page's address, whose texts this tab can have; empty for a new one
 * @param openSession returns the session of the conversation; it creates a session for the first message
 */
export function useChat(firstSession: string, openSession: () => Promise<string>) {
  const [storedChat] = useState(() => findChat(chosenProject(), firstSession));
  const [session, setSession] = useState(firstSession);
  const [entries, setEntries] = useState(() => toEntries(storedChat));
  const [partial, setPartial] = useState("");
  const [tokens, setTokens] = useState(storedChat?.tokens ?? NO_TOKENS);
  const history = useRef(toHistory(storedChat?.texts ?? []));
  const turn = useRef(0);
  const forgetTexts = useStoredTexts(session, entries, tokens);

  const follow = async (message: string, model: ChatModel | null, signal: AbortSignal): Promise<AgentEnd> => {
    turn.current += 1;
    setEntries((before) => [...before, { id: `person ${turn.current}`, said: message, isPerson: true }]);
    const session_id = await openSession();
    setSession(session_id);
    const body = { session_id, message, history: history.current.slice(-MAX_HISTORY), ...(model && { model }) };
    const onMessage = (next: ChatEvents["message"]) => void history.current.push(next);
    const receivers = { onEntry: setEntries, onPartial: setPartial, onTokens: setTokens, onMessage };
    for await (const { name, data } of stream(chatApi.chat, { body }, signal)) {
      if (name === "end") return data as AgentEnd;
      receive(turn.current, name, data, receivers);
    }
    throw brokenOff();
  };
  const settle = () => {
    setEntries(settled);
    setPartial("");
  };
  const { running, end, error, start, stop, reset } = useTurn(settle);
  const clear = () => {
    reset();
    history.current = [];
    setEntries([]);
    setTokens(NO_TOKENS);
    forgetTexts(true);
  };
  /** The texts stay on the page until it is left. */
  const forget = () => forgetTexts(false);
  const send = (message: string, model: ChatModel | null) => start((signal) => follow(message, model, signal));
  return { entries, partial, tokens, running, end, error, send, stop, clear, forget };
}
