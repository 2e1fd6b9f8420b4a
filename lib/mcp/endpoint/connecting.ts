/**
 * Asks the user of a client to connect an account in the middle of a call: the client opens a link, the call waits
 * until they have signed in there, and goes on. For clients that can open links (URL mode of elicitation,
 * https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation).
 */
import { randomUUID } from "node:crypto";
import { ApiError } from "@/lib/kernel/errors";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { Ask, type CallContext, type Members } from "@/lib/mcp-protocol/surface";

export type Connecting = {
  /** Of the tool that is called. */
  toolkit: string;
  /** Runs a tool that connects accounts, by the rules of the endpoint. */
  run: (tool: string, args: Values) => Promise<{ data: Values }>;
};

/** Calls end within a minute, and the tool has to run too. */
const WAIT_SECONDS = 40;
const NAME = "connect";

/** The client's answers except the answer about a link; undefined if there are no others. */
export function otherAnswers({ answers }: CallContext): Values | undefined {
  if (!answers) return undefined;
  const { [NAME]: _, ...others } = answers;
  return Object.keys(others).length > 0 ? others : undefined;
}

/** The response of a tool; empty if the endpoint does not offer the tool. */
const tryTo = (run: Connecting["run"], tool: string, args: Values): Promise<Values> =>
  run(tool, args).then(
    ({ data }) => data,
    (error: unknown) => {
      if (error instanceof ApiError && error.status < 500) return {};
      throw error;
    },
  );

async function linkFor({ toolkit, run }: Connecting): Promise<string | null> {
  const { results } = await tryTo(run, "COMPOSIO_MANAGE_CONNECTIONS", { toolkits: [toolkit] });
  const outcome = isObject(results) ? results[toolkit] : undefined;
  return isObject(outcome) && typeof outcome.redirect_url === "string" ? outcome.redirect_url : null;
}

/**
 * The question for the user, or the refusal itself: for a client that cannot open links or was asked already, and if
 * the endpoint connects no accounts of the toolkit.
 */
export async function askToConnect(
  connecting: Connecting,
  context: CallContext,
  refusal: Members,
): Promise<Members | Ask> {
  const params = { mode: "url", message: `Sign in to ${connecting.toolkit}, so that this call can go on.` };
  if (context.answers?.[NAME] !== undefined) return refusal;
  if (!context.canAsk({ method: "elicitation/create", params })) return refusal;
  const url = await linkFor(connecting);
  if (url === null) return refusal;
  const request = { method: "elicitation/create" as const, params: { ...params, elicitationId: randomUUID(), url } };
  return new Ask({ [NAME]: request }, undefined, refusal);
}

/** Waits for the account if the user has just agreed to open the link. */
export async function awaitConnection({ toolkit, run }: Connecting, { answers }: CallContext): Promise<void> {
  const answer = answers?.[NAME];
  if (!isObject(answer) || answer.action !== "accept") return;
  await tryTo(run, "COMPOSIO_WAIT_FOR_CONNECTIONS", { toolkits: [toolkit], mode: "any", timeout: WAIT_SECONDS });
}
