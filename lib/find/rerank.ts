/** The found tools in a better order, and a plan, by the language model of the project or the operator. */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { shareInFlight, type InFlight } from "@/lib/kernel/concurrency/memoize";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { complete, LanguageModelError, type LanguageModel, type Message } from "@/lib/llm/complete";
import { mayAsk, noteFailure, noteSuccess } from "./failing-endpoint";
import { readAnswer, type Reranked } from "./rerank-answer";
import { ANSWER_SCHEMA, toMessages, type Candidate } from "./rerank-prompt";

/** For everything together: a search that waits longer is worse than one without a model. */
const BUDGET_MS = 1_500;
const MOST_CANDIDATES = 30;
/** An answer has a few kilobytes; models that think aloud send more. */
const MAX_BYTES = 256 * 1024;
const KEPT_ANSWERS = 2_000;
const KEPT_BYTES = 8 * 1024 * 1024;
const KEPT_MS = 60 * 60 * 1000;

type RerankQuestion = { text: string; candidates: Candidate[] };
type RerankOptions = {
  languageModel: LanguageModel | null;
  catalogHash: string;
  signal?: AbortSignal | undefined /** For tests. */;
  budgetMs?: number;
};

/** Answers are kept as JSON: their size is known, and nobody can change what another one gets. */
type Memory = { answers: LRUCache<string, string>; asking: InFlight<string | null>; plain: LRUCache<string, true> };

const memory = (): Memory =>
  processMemory("find.rerank", () => ({
    answers: new LRUCache<string, string>({
      max: KEPT_ANSWERS,
      maxSize: KEPT_BYTES,
      sizeCalculation: (answer, key) => 2 * (answer.length + key.length),
      ttl: KEPT_MS,
    }),
    asking: shareInFlight<string | null>(),
    plain: new LRUCache<string, true>({ max: 100, ttl: KEPT_MS }),
  }));

const endpointOf = ({ baseUrl, model }: LanguageModel): string => `${baseUrl} ${model}`;

const keyOf = (...parts: unknown[]): string => createHash("sha256").update(JSON.stringify(parts)).digest("base64");

/** An endpoint that refuses more than a plain question gets only that from then on, in the remaining time. */
async function ask(settings: LanguageModel, projectId: string, messages: Message[], budgetMs: number): Promise<string> {
  const { plain } = memory();
  const endpoint = endpointOf(settings);
  const until = performance.now() + budgetMs;
  const question = () => ({
    projectId,
    messages,
    maxBytes: MAX_BYTES,
    timeoutMs: Math.max(1, Math.round(until - performance.now())),
  });
  const askPlainly = async () => (await complete(settings, question())).text ?? "";
  if (plain.has(endpoint)) return askPlainly();
  try {
    return (await complete(settings, { ...question(), temperature: 0, answerSchema: ANSWER_SCHEMA })).text ?? "";
  } catch (error) {
    if (!(error instanceof LanguageModelError) || (error.status !== 400 && error.status !== 422)) throw error;
    const answer = await askPlainly();
    plain.set(endpoint, true);
    return answer;
  }
}

function noteError(error: unknown, projectId: string, endpoint: string): void {
  if (!noteFailure(projectId, endpoint)) return;
  const facts = error instanceof LanguageModelError ? { kind: error.kind, status: error.status } : { error };
  log.warn(background("find"), "the language model fails; searches are answered without it for a while", facts);
}

type Question = { text: string; slugs: string[]; messages: Message[]; budgetMs: number };

/** The answer as JSON, which is kept; null after a failure, which is not. */
async function askAndKeep(
  settings: LanguageModel,
  projectId: string,
  key: string,
  { text, slugs, messages, budgetMs }: Question,
): Promise<string | null> {
  const endpoint = endpointOf(settings);
  try {
    const read = readAnswer(await ask(settings, projectId, messages, budgetMs), text, slugs);
    noteSuccess(projectId, endpoint);
    const answer = JSON.stringify(read);
    memory().answers.set(key, answer);
    return answer;
  } catch (error) {
    noteError(error, projectId, endpoint);
    return null;
  }
}

/** The value, or null if the caller disconnects. The work continues, because other callers can wait for it. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value | null> {
  if (!signal) return work;
  let leave = (): void => undefined;
  const left = new Promise<null>((resolve) => {
    leave = () => resolve(null);
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave, { once: true });
  });
  return Promise.race([left, work]).finally(() => signal.removeEventListener("abort", leave));
}

/**
 * All candidates of a search in the order in which the language model would use them, and its plan.
 * @returns null without a configured model, or without a usable answer in time: then the order of the search is used
 */
export async function rerank(
  projectId: string,
  { text, candidates }: RerankQuestion,
  { languageModel, catalogHash, signal, budgetMs = BUDGET_MS }: RerankOptions,
): Promise<Reranked | null> {
  if (!languageModel || candidates.length === 0 || signal?.aborted) return null;
  const topCandidates = candidates.slice(0, MOST_CANDIDATES);
  const messages = toMessages(text, topCandidates);
  const slugs = candidates.map(({ slug }) => slug);
  const endpoint = endpointOf(languageModel);
  // A project's own tools may be among the candidates, and change without the catalog: their texts are in the messages.
  const key = keyOf(projectId, catalogHash, endpoint, messages, slugs);
  const { answers, asking: inFlight } = memory();
  const cachedAnswer = answers.get(key);
  if (cachedAnswer !== undefined) return JSON.parse(cachedAnswer) as Reranked;
  if (!inFlight.find(key) && !mayAsk(projectId, endpoint)) return null;
  const work = inFlight.run(key, () => askAndKeep(languageModel, projectId, key, { text, slugs, messages, budgetMs }));
  const answer = await unlessAborted(work, signal);
  return answer === null ? null : (JSON.parse(answer) as Reranked);
}
