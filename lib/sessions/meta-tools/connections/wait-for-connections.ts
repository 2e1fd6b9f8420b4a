/** COMPOSIO_WAIT_FOR_CONNECTIONS: waits until people have signed in, by polling their accounts. */
import { setTimeout as pause } from "node:timers/promises";
import { ApiError } from "@/lib/kernel/errors";
import { freeSlot, tryTakeSlot } from "@/lib/kernel/concurrency/slots";
import { findLastAttempts } from "@/lib/connected-accounts/manage/link-to-connect";
import type { MetaCall, MetaTool } from "../meta-call";
import { findConnections } from "./find-connections";
import { allowedToolkit, findConnection } from "./toolkit-connection";

type Status = "ACTIVE" | "INITIATED" | "FAILED" | "NOT_FOUND";
type State = { toolkit: string; status: Status; error_message?: string; connected_account_id?: string };

/** Below the minute that most clients wait for an answer. */
const DEFAULT_SECONDS = 50;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 2_000;
/** The most calls that wait at the same time in this process, and the most of one project. */
const WAITS = "meta-tools.waits";
const ROOM = { total: 1_000, share: 100 };

/** The state of a toolkit before the wait. */
type Request = { name: string; slug: string | null; isOpen: boolean; problem?: string };

async function toAsked({ session }: MetaCall, name: string): Promise<Request> {
  const allowed = await allowedToolkit(session, name);
  if ("problem" in allowed) return { name, slug: null, isOpen: false, problem: allowed.problem };
  return { name, slug: allowed.toolkit.slug, isOpen: allowed.toolkit.noAuth };
}

const NEVER_ASKED = "The user has no account of it yet: make a link with COMPOSIO_MANAGE_CONNECTIONS.";

/** The current state of all of them in two statements, because a wait polls hundreds of times. */
async function look({ session }: MetaCall, requests: readonly Request[]): Promise<State[]> {
  const slugs = requests.flatMap(({ slug, isOpen }) => (slug === null || isOpen ? [] : [slug]));
  // In this order: an attempt that succeeds between the two queries is seen as connected, and never missing in both.
  const attempts = await findLastAttempts(session.projectId, session.userId, slugs);
  const connections = await findConnections(session);
  const usable = (slug: string): string | undefined => {
    const [best] = connections.get(slug)?.accounts ?? [];
    return best?.works ? best.id : undefined;
  };
  return requests.map(({ name: toolkit, slug, isOpen, problem = NEVER_ASKED }): State => {
    if (isOpen) return { toolkit, status: "ACTIVE" };
    const account = slug === null ? undefined : usable(slug);
    if (account) return { toolkit, status: "ACTIVE", connected_account_id: account };
    const attempt = slug === null ? undefined : attempts.get(slug);
    if (!attempt) return { toolkit, status: "NOT_FOUND", error_message: problem };
    const isWaiting = attempt.status === "INITIALIZING" || attempt.status === "INITIATED";
    if (isWaiting) return { toolkit, status: "INITIATED", connected_account_id: attempt.id };
    const reason = attempt.reason ?? `Its status is ${attempt.status}.`;
    return { toolkit, status: "FAILED", connected_account_id: attempt.id, error_message: reason };
  });
}

/** Whether longer waiting can no longer change the result that the caller asked for. */
function isSettled(states: readonly State[], mode: "any" | "all"): boolean {
  const has = (status: Status) => states.some((state) => state.status === status);
  if (!has("INITIATED")) return true;
  return mode === "any" ? has("ACTIVE") : has("FAILED") || has("NOT_FOUND");
}

async function waitUntil(
  call: MetaCall,
  requests: readonly Request[],
  mode: "any" | "all",
  ends: number,
): Promise<State[]> {
  const { signal } = call.facts;
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(ms * 1.5, MAX_PAUSE_MS)) {
    const states = await look(call, requests);
    const left = ends - performance.now();
    if (isSettled(states, mode) || left <= 0 || signal?.aborted) return states;
    await pause(Math.min(ms, left), undefined, { ...(signal && { signal }) }).catch(() => undefined);
  }
}

const say = (states: readonly State[]): string => {
  const of = (status: Status) => states.flatMap((state) => (state.status === status ? [state.toolkit] : []));
  const parts = [
    ["connected", of("ACTIVE")],
    ["still waiting for the user", of("INITIATED")],
    ["failed", of("FAILED")],
    ["not begun", of("NOT_FOUND")],
  ] as const;
  return parts.flatMap(([words, names]) => (names.length > 0 ? [`${words}: ${names.join(", ")}`] : [])).join("; ");
};

/** The toolkits that work according to the known accounts. */
async function withFacts({ session }: MetaCall, requests: readonly Request[], states: readonly State[]) {
  const slugs = new Map(requests.map(({ name, slug }) => [name, slug]));
  const facts = [];
  for (const state of states) {
    const slug = state.status === "ACTIVE" && state.connected_account_id ? slugs.get(state.toolkit) : null;
    facts.push([state.toolkit, { ...state, ...(slug ? await findConnection(session, slug) : null) }] as const);
  }
  return Object.fromEntries(facts);
}

const wait: MetaTool = async (args, call) => {
  const names = [...new Set((args.toolkits as string[]).map((name) => name.trim().toLowerCase()))];
  const requests: Request[] = [];
  for (const name of names) requests.push(await toAsked(call, name));
  const seconds = (args.timeout as number | undefined) ?? DEFAULT_SECONDS;
  const ends = performance.now() + seconds * 1000;
  const states = await waitUntil(call, requests, args.mode as "any" | "all", ends);
  return {
    data: { message: say(states), results: await withFacts(call, requests, states) },
    error: null,
    successful: true,
  };
};

const tooMany = () =>
  new ApiError("TooManyRequests", "Too many calls of this project wait for connections already.", {
    suggestedFix: "Wait until some of them have ended, or ask the user first and call again afterwards.",
    headers: { "retry-after": "10" },
  });

/** @throws ApiError TooManyRequests at the project's limit of waiting calls, because each polls the database */
export const waitForConnections: MetaTool = async (args, call) => {
  const { projectId } = call.session;
  if (!tryTakeSlot(WAITS, projectId, ROOM)) throw tooMany();
  try {
    return await wait(args, call);
  } finally {
    freeSlot(WAITS, projectId);
  }
};
