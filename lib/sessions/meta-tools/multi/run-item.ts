/** Runs one of several calls: a normal execution, except that its errors are texts, so that it harms no other call. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { isNoAccount } from "@/lib/connected-accounts/accounts/account-row";
import { nestedMetaTool } from "@/lib/execution/nested-meta-tool";
import { ResponseShape } from "@/lib/contract/response-shape";
import { CacheWish } from "@/lib/contract/cache-wish";
import { ApiError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/process/log";
import { isObject } from "@/lib/kernel/text/is-object";
import { strayNames } from "@/lib/kernel/text/stray-names";
import { isMetaTool } from "../../settings/meta-tool-switches";
import type { ToolAnswer } from "@/lib/execution/contract";
import type { Answer } from "../../approvals/answer";
import { runCall } from "../../approvals/run-call";
import { errorText } from "../../error-text";
import { factsOf } from "../../session";
import type { MetaCall } from "../meta-call";
import { readArguments } from "../read-arguments";
import { assertNotOwn } from "../search/own-tools";
import { shapeFor } from "../../answers/shape-for";

const Item = z.object({
  tool_slug: z.string().trim().min(1).max(200),
  arguments: z.record(z.string(), z.unknown()).nullish(),
  account: z.string().trim().max(200).nullish(),
  response: ResponseShape.nullish(),
  cache: CacheWish.nullish(),
});

type Response = z.output<typeof ToolAnswer> & Partial<Answer>;
export type ItemResult = { tool_slug: string; index: number; response: Response | null; error: string | null };
/**
 * A call among others: its position, the number of equal calls before it, and the key under which it is executed once.
 */
export type ItemPosition = { index: number; nth: number; key: string | undefined };

/** The result for the caller, and whether the user must connect an app first. */
export type ItemOutcome = { result: ItemResult; unconnected: boolean };

const FAILED =
  "The server failed, and it is not known whether the call was carried out. Look at the app before you repeat it.";

/** Each inner call has its own key, so that the whole call can continue after an interruption. */
const keyOf = (key: string, index: number): string => createHash("sha256").update(`${key}:${index}`).digest("hex");

/** The account that a whole call names, and its toolkit if that is known. */
export type DefaultAccount = { id: string; toolkitSlug?: string };

/** The account is for tools of its own toolkit; tools of other toolkits use other accounts. */
const accountFor = (toolkitSlug: string, defaultAccount: DefaultAccount | undefined): string | undefined =>
  defaultAccount && (defaultAccount.toolkitSlug ?? toolkitSlug) === toolkitSlug ? defaultAccount.id : undefined;

type ItemCall = Omit<MetaCall, "account"> & { defaultAccount: DefaultAccount | undefined };

async function execute(input: unknown, { index, nth, key }: ItemPosition, call: ItemCall): Promise<Answer> {
  const { caller, session, facts, defaultAccount, repeated } = call;
  const item = readArguments(Item, isObject(input) ? input : {});
  const { onReplay: _, idempotencyKey: callKey, ...within } = facts;
  if (isMetaTool(item.tool_slug.toUpperCase())) throw nestedMetaTool(item.tool_slug);
  assertNotOwn(session, item.tool_slug);
  const shape = shapeFor(caller, session, item.response);
  const waits = repeated?.state.calls[index];
  return runCall({
    caller,
    session,
    facts: {
      ...within,
      ...factsOf(session),
      ...(key !== undefined && { idempotencyKey: keyOf(key, index) }),
      ...(shape && { meter: { toPart: shape.preview, count: () => undefined } }),
    },
    slug: item.tool_slug,
    arguments: item.arguments ?? {},
    accountOf: (toolkitSlug) => item.account ?? accountFor(toolkitSlug, defaultAccount),
    shape,
    cache: item.cache,
    nth,
    ...(callKey !== undefined && { name: keyOf(callKey, index) }),
    ...(waits !== undefined && { repeats: () => waits }),
    responses: repeated?.responses,
  });
}

/** Adds the mistyped names of a call in front of its error. */
const withStrayNames = (item: unknown, error: string): string =>
  [...(isObject(item) ? strayNames(Object.keys(Item.shape), item, "a call") : []), error].join(" ");

/** Never throws. */
export async function runItem(item: unknown, position: ItemPosition, call: ItemCall): Promise<ItemOutcome> {
  const named = isObject(item) ? item.tool_slug : undefined;
  const place = { tool_slug: typeof named === "string" ? named.slice(0, 200) : "", index: position.index };
  try {
    const { result_type: type, ...plain } = await execute(item, position, call);
    const response = type === "input_required" || type === "blocked" ? { ...plain, result_type: type } : plain;
    const error = response.successful ? null : withStrayNames(item, response.error ?? "The app refused the call.");
    return { result: { ...place, response, error }, unconnected: false };
  } catch (error) {
    const refusal = error instanceof ApiError ? error : undefined;
    if (!refusal || refusal.status >= 500)
      log.error({ requestId: call.facts.requestId }, "one of several calls failed", { tool: place.tool_slug, error });
    const result = { ...place, response: null, error: refusal ? withStrayNames(item, errorText(refusal)) : FAILED };
    return { result, unconnected: isNoAccount(error) };
  }
}
