/**
 * Questions to clients whose calls wait for the answers: sent on the stream of the call, answered by a POST that may reach
 * another copy of the app. The id of a question cannot be guessed, and only the caller who was asked can answer.
 */
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { requestText, type RpcMessage } from "@/lib/mcp-protocol/rpc";
import type { InputRequest } from "@/lib/mcp-protocol/surface";
import { processMemory } from "@/lib/kernel/process-memory";
import { isHere, newPlace, onRelayed, relay } from "./relay";

/** People have to read and decide. */
const PATIENCE_MS = 10 * 60_000;
/** Questions that wait in one copy of the app. */
const MAX_WAITING = 1_000;

type Answer = { result?: unknown; error?: unknown };
type Waiting = { client: string; answer: (answer: Answer) => void };

const state = processMemory("mcp.questions", () => {
  const waiting = new Map<string, Waiting>();
  onRelayed("answer", (text) => {
    const { id, client, ...answer } = JSON.parse(text) as { id: string; client: string } & Answer;
    deliver(waiting, id, client, answer);
  });
  return { waiting };
});

function deliver(waiting: Map<string, Waiting>, id: string, client: string, answer: Answer): void {
  const question = waiting.get(id);
  if (question?.client === client) question.answer(answer);
}

/** One question; null for a client that does not know how to answer, is gone, or takes too long. */
function put(
  request: InputRequest,
  client: string,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<Values | null> {
  const id = newPlace();
  return new Promise((resolve) => {
    const end = (answer: Values | null) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", gone);
      state.waiting.delete(id);
      resolve(answer);
    };
    const gone = () => end(null);
    const timer = setTimeout(gone, PATIENCE_MS).unref();
    signal.addEventListener("abort", gone, { once: true });
    state.waiting.set(id, { client, answer: ({ result }) => end(isObject(result) ? result : null) });
    say(requestText(id, request));
    if (signal.aborted) gone();
  });
}

/**
 * Asks a client all of this at once; null if it does not answer one of them, or too many questions wait already.
 * @param say writes to the stream of the call
 */
export async function askClient(
  requests: Readonly<Record<string, InputRequest>>,
  client: string,
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<Values | null> {
  const names = Object.keys(requests);
  if (state.waiting.size + names.length > MAX_WAITING) return null;
  const answers = await Promise.all(Object.values(requests).map((request) => put(request, client, say, signal)));
  if (answers.includes(null)) return null;
  return Object.fromEntries(names.map((name, at) => [name, answers[at]]));
}

/** Takes a client's answer, and hands it to the copy that asked. */
export async function takeAnswer(
  { id, result, error }: Extract<RpcMessage, { kind: "response" }>,
  client: string,
): Promise<void> {
  const here = isHere(id);
  if (here === null) return;
  if (here) deliver(state.waiting, String(id), client, { result, error });
  else await relay(String(id), "answer", JSON.stringify({ id, client, result, error }));
}
