/** Stores what a person filled in on the connect page, after the provider was asked whether it is right. */
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken } from "@/lib/kernel/ids";
import { shareInFlight } from "@/lib/kernel/concurrency/memoize";
import { processMemory } from "@/lib/kernel/process-memory";
import type { AccountValues } from "../account-values";
import { countLinkProof, useLink } from "../accounts/connect-links";
import { activateAccount, failConnection } from "../credentials/activation";
import { proveValues, type Proven } from "../credentials/prove-values";
import { TOO_MANY, type ConnectAnswer } from "../pages/deliver-result";
import type { Verdict } from "../proof/judge";
import { countProof, proveCredentials, userOf } from "../proof/prove-credentials";
import { answerWithForm, type Rejection } from "./link-answer";
import type { OpenedLink } from "./open-link";
import { renderUsed } from "./render-link-page";
import { finishLink } from "./show-link-result";

type Unproven = Exclude<Verdict, { kind: "accepted" }>;

const toRejection = (verdict: Unproven): Rejection =>
  verdict.kind === "refused"
    ? { kind: "refused" }
    : { kind: "unclear", ...(verdict.status && { status: verdict.status }) };

/** Ends the link after too many tries: somebody could be trying out keys of others. */
async function endLink(openedLink: OpenedLink): Promise<ConnectAnswer> {
  const { link, account } = openedLink;
  if (!(await useLink(db, link))) return renderUsed(openedLink);
  await failConnection(account.projectId, account.id, TOO_MANY, "system");
  const result = { ok: false, accountId: account.id, error: "invalid_request", description: TOO_MANY } as const;
  return finishLink(openedLink, result);
}

/** Whether the provider receives the values: it is asked whose they are, or exchanges them for a token. */
const sendsToProvider = ({ context: { scheme, toolkit } }: OpenedLink, anyway: boolean): boolean =>
  scheme.grant !== undefined || scheme.discover !== undefined || (!anyway && Boolean(toolkit.currentUserEndpoint));

/**
 * The values with their token. An exchange also shows whether they are right, so it counts as a proof of the project.
 * @throws ApiError as `proveValues`; TooManyRequests
 */
async function exchange({ account, context }: OpenedLink, typed: AccountValues): Promise<Proven> {
  if (context.scheme.grant || context.scheme.discover) await countProof(account.projectId);
  return proveValues(context, typed);
}

async function prove({ context }: OpenedLink, { values }: Proven): Promise<Verdict | null> {
  try {
    return await proveCredentials(context, values);
  } catch (error) {
    // The project has asked too often.
    if (error instanceof ApiError) return { kind: "unclear" };
    throw error;
  }
}

async function store(openedLink: OpenedLink, typed: AccountValues, anyway: boolean): Promise<ConnectAnswer> {
  const { link, account } = openedLink;
  if (sendsToProvider(openedLink, anyway) && !(await countLinkProof(link))) return endLink(openedLink);
  let proven: Proven;
  try {
    // Before the link is used up, so that the person can correct wrong credentials.
    proven = await exchange(openedLink, typed);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return answerWithForm(openedLink, { values: typed, problem: error.message });
  }
  const verdict = anyway ? null : await prove(openedLink, proven);
  if (verdict && verdict.kind !== "accepted")
    return answerWithForm(openedLink, { values: typed, said: toRejection(verdict) });
  const activation = {
    ...proven,
    by: "user" as const,
    user: userOf(verdict),
    ...(anyway && { note: "Connected. The person saved the credentials without a check." }),
  };
  const wasStored = await db.$transaction(
    async (tx) => (await useLink(tx, link)) && activateAccount(tx, account.projectId, account.id, activation),
  );
  if (!wasStored) return renderUsed(openedLink);
  return finishLink(openedLink, { ok: true, accountId: account.id });
}

/**
 * Makes the account ACTIVE with the values, and uses the link up. If the provider does not accept the values, the page
 * offers to save them without a proof; the link continues to work. A form that is sent twice is processed once, and
 * both requests get its answer.
 * @param anyway whether the provider is not asked
 */
export function storeFields(openedLink: OpenedLink, typed: AccountValues, anyway: boolean): Promise<ConnectAnswer> {
  const { link, visitor } = openedLink;
  const { language, popup, frame } = visitor;
  const formHash = hashToken(JSON.stringify([link.hash, typed, anyway, language, popup, frame]));
  return processMemory("connected-accounts.stored-forms", () => shareInFlight<ConnectAnswer>()).run(formHash, () =>
    store(openedLink, typed, anyway),
  );
}
