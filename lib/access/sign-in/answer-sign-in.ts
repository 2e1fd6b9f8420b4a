/**
 * The context of one request to next-auth. next-auth has one logger per thread, and treats every failure in a callback
 * as "no session". So the request's origin and its failure are kept in an async context. That costs nothing here,
 * because Next uses async contexts in this thread anyway.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { AuthOptions } from "next-auth";
import { background, log, type Origin } from "@/lib/kernel/process/log";
import type { SignInClient } from "./sign-in-rows";
import { processMemory } from "@/lib/kernel/process-memory";

type SignInRequest = {
  on: Origin;
  /** Of the request: next-auth does not pass it to callbacks. */
  cookieHeader: string | null;
  client?: SignInClient;
  /** Set-Cookie lines for the response. */
  setCookies: string[];
  failure?: { error: unknown };
};

const getRequestStorage = () => processMemory("access.sign-in-request", () => new AsyncLocalStorage<SignInRequest>());

/**
 * Does the work of one request. The caller adds `setCookies` to the response.
 * @throws the failure of `mustSucceed`, instead of next-auth's answer
 */
export async function answerSignIn<T>(
  facts: Omit<SignInRequest, "setCookies" | "failure">,
  work: () => Promise<T>,
): Promise<{ answer: T; setCookies: string[] }> {
  const request: SignInRequest = { ...facts, setCookies: [] };
  const answer = await getRequestStorage().run(request, work);
  if (request.failure) throw request.failure.error;
  return { answer, setCookies: request.setCookies };
}

/** The Cookie header of the request that is being answered. */
export const cookieHeaderOfRequest = (): string | null => getRequestStorage().getStore()?.cookieHeader ?? null;

/** Where the person of the request signs in. */
export const clientOfRequest = (): SignInClient | undefined => getRequestStorage().getStore()?.client;

/** Adds a cookie to the response. */
export function addSignInCookie(line: string): void {
  const request = getRequestStorage().getStore();
  if (!request) throw new Error("A sign-in was answered outside its request.");
  request.setCookies.push(line);
}

/**
 * Does work whose failure must fail the request. Otherwise next-auth would answer "signed out" and delete the cookie,
 * while the session goes on for anybody else who has the cookie.
 */
export async function mustSucceed<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const request = getRequestStorage().getStore();
    if (request) request.failure = { error };
    throw error;
  }
}

const here = (): Origin => getRequestStorage().getStore()?.on ?? background("sign-in");

export const signInLogger: AuthOptions["logger"] = {
  error: (code, metadata) =>
    log.warn(here(), "signing in failed", { code, error: metadata instanceof Error ? metadata : metadata.error }),
  warn: (code) => log.debug(here(), "next-auth warns", { code }),
  debug: () => undefined,
};
