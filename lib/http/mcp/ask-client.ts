/**
 * Questions to clients whose calls wait for the answers: sent on the stream of the call, answered by a POST that may
 * reach another copy of the app. The id of a question cannot be guessed, and only the caller who was asked can answer.
 */
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { requestText, type RpcMessage } from "@/lib/mcp-protocol/rpc";
import type { InputRequest } from "@/lib/mcp-protocol/surface";
import { processMemory } from "@/lib/kernel/process-memory";
import { isHere, newPlace, onRelayed, relay } from "./relay";

/** People have to read and decide. */
const PATIENCE_MS = 10 * 60_000;
/** Questions that wait in one copy of the app: of all projects, and of one. */
const MAX_WAITING = 1_000;
const MAX_OF_PROJECT = 200;

type Answer = { result?: unknown; error?: unknown };
type Waiting = { projectId: string; holder: string; answer: (answer: Answer) => void };

/**
 * The recipient of a question: the answer must come from the same holder, whose `say` writes to the stream of the call.
 */
type Recipient = { projectId: string; holder: string; say: (text: string) => void; signal: AbortSignal };

const state = processMemory("mcp.questions", () => {
  const waiting = new Map<string, Waiting>();
  onRelayed("answer", (text) => {
    const { id, holder, ...answer } = JSON.parse(text) as { id: string; holder: string } & Answer;
    deliver(waiting, id, holder, answer);
  });
  return { waiting };
});

function deliver(waiting: Map<string, Waiting>, id: string, holder: string, answer: Answer): void {
  const question = waiting.get(id);
  if (question?.holder === holder) question.answer(answer);
}

/** One question; null for a client that does not know how to answer, is gone, or takes too long. */
function put(request: InputRequest, { projectId, holder, say, signal }: Recipient): Promise<Values | null> {
  const id = newPlace();
  return new Promise((resolve) => {
    const end = (answer: Values | null) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", giveUp);
      state.waiting.delete(id);
      resolve(answer);
    };
    const giveUp = () => end(null);
    const timer = setTimeout(giveUp, PATIENCE_MS).unref();
    signal.addEventListener("abort", giveUp, { once: true });
    state.waiting.set(id, { projectId, holder, answer: ({ result }) => end(isObject(result) ? result : null) });
    say(requestText(id, request));
    if (signal.aborted) giveUp();
  });
}

/** Whether so many more questions can wait. */
function hasRoom(projectId: string, more: number): boolean {
  if (state.waiting.size + more > MAX_WAITING) return false;
  let count = 0;
  for (const question of state.waiting.values()) if (question.projectId === projectId) count++;
  return count + more <= MAX_OF_PROJECT;
}

/** Asks a client all of this at once; null if it does not answer one of them, or too many questions wait already. */
export async function askClient(
  requests: Readonly<Record<string, InputRequest>>,
  recipient: Recipient,
): Promise<Values | null> {
  const names = Object.keys(requests);
  if (!hasRoom(recipient.projectId, names.length)) return null;
  const answers = await Promise.all(Object.values(requests).map((request) => put(request, recipient)));
  if (answers.includes(null)) return null;
  return Object.fromEntries(names.map((name, index) => [name, answers[index]]));
}

/** Takes a client's answer, and hands it to the copy that asked. */
export async function takeAnswer(
  { id, result, error }: Extract<RpcMessage, { kind: "response" }>,
  holder: string,
): Promise<void> {
  const here = isHere(id);
  if (here === null) return;
  if (here) deliver(state.waiting, String(id), holder, { result, error });
  else await relay(String(id), "answer", JSON.stringify({ id, holder, result, error }));
}
