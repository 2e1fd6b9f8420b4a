/** Stores what a person filled in on the connect page, after the provider was asked whether it is right. */
import { askedFields } from "@/lib/catalog/auth-scheme";
import { db } from "@/lib/kernel/database/db";
import { ApiError } from "@/lib/kernel/errors";
import { hashToken } from "@/lib/kernel/ids";
import { shareInFlight } from "@/lib/kernel/concurrency/shared";
import { processMemory } from "@/lib/kernel/process-memory";
import { openJson, sealJson } from "@/lib/kernel/process/vault";
import type { AccountValues } from "../account-credentials";
import { countLinkProof, useLink } from "../accounts/link-session";
import { activateAccount, failConnection } from "../credentials/activation";
import { proveValues, type Proven } from "../credentials/proving";
import { isNotRepeated } from "../pages/connect-page";
import { toEnd, TOO_MANY, type ConnectAnswer } from "../pages/connect-end";
import { fillText, textsOf } from "../pages/texts";
import type { Verdict } from "../proof/judge";
import { countProof, proveGiven, refusedFields, userOf } from "../proof/prove";
import { endOf, renderPage, usedPage, type Filled, type LoadBranding, type OpenedLink } from "./opened-link";

/** The place of values that a page carries sealed until the person decides. They count for that link alone. */
const place = ({ link, account: { projectId } }: OpenedLink) => ({
  projectId,
  rowId: link.hash,
  column: "link_session.unproven",
});

/**
 * The typed values, and in place of empty ones those that were typed before where the page did not repeat them: it never
 * repeats a secret, and nobody should have to type it again to try once more or to save it.
 * @param sealed what the page carries; anything else is ignored
 */
export function withUnproven(opened: OpenedLink, sealed: string | undefined, typed: AccountValues): AccountValues {
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""));
  if (!sealed) return given;
  const repeated = askedFields(opened.context.scheme).filter((field) => !isNotRepeated(field));
  try {
    const before = Object.entries(openJson(sealed, place(opened)) as AccountValues);
    return { ...Object.fromEntries(before.filter(([name]) => !repeated.some((one) => one.name === name))), ...given };
  } catch {
    return given;
  }
}

type Unproven = Exclude<Verdict, { kind: "accepted" }>;

/** What the page says about values that the provider did not accept, with their sealed form for "save anyway". */
function toFilled(opened: OpenedLink, values: AccountValues, verdict: Unproven): Filled {
  const { context, visitor } = opened;
  const texts = textsOf(visitor.language);
  const toolkit = context.toolkit.name;
  const fields = verdict.kind === "refused" ? refusedFields(context, values) : [];
  const { mode } = context.scheme;
  const refused = mode === "API_KEY" ? texts.refusedKey : mode === "BEARER_TOKEN" ? texts.refusedToken : texts.refused;
  const status = verdict.kind === "unclear" ? verdict.status : undefined;
  const unclear = status === undefined ? texts.unchecked : texts.uncheckedStatus;
  const text = verdict.kind === "refused" ? (fields.length > 1 ? texts.refused : refused) : unclear;
  const sentence = fillText(text, { toolkit, status: String(status ?? "") });
  return {
    values,
    errors: new Map(fields.map((name) => [name, sentence])),
    problem: `${sentence} ${verdict.kind === "refused" ? texts.correctOrSave : texts.retryOrSave}`,
    unproven: sealJson(values, place(opened)),
  };
}

/** Too many tries: the link ends, because somebody may be trying out keys of others. */
async function endLink(opened: OpenedLink, loadBranding: LoadBranding): Promise<ConnectAnswer> {
  const { link, account } = opened;
  if (!(await useLink(db, link))) return usedPage(opened, loadBranding);
  await failConnection(account.projectId, account.id, TOO_MANY, "system");
  const result = { ok: false, accountId: account.id, error: "invalid_request", description: TOO_MANY } as const;
  return toEnd(result, endOf(opened), loadBranding);
}

/** Whether the provider hears of the values: it is asked whose they are, or exchanges them for a token. */
const tellsProvider = ({ context: { scheme, toolkit } }: OpenedLink, anyway: boolean): boolean =>
  scheme.grant !== undefined || scheme.discover !== undefined || (!anyway && Boolean(toolkit.currentUserEndpoint));

/**
 * The values with their token. An exchange tells whether they are right, too, so it counts as a proof of the project.
 * @throws ApiError as `proveValues`; TooManyRequests
 */
async function exchanged({ account, context }: OpenedLink, typed: AccountValues): Promise<Proven> {
  if (context.scheme.grant || context.scheme.discover) await countProof(account.projectId);
  return proveValues(context, typed);
}

async function prove({ context }: OpenedLink, { values }: Proven): Promise<Verdict | null> {
  try {
    return await proveGiven(context, values);
  } catch (error) {
    // The project has asked too often.
    if (error instanceof ApiError) return { kind: "unclear" };
    throw error;
  }
}

async function store(
  opened: OpenedLink,
  typed: AccountValues,
  anyway: boolean,
  loadBranding: LoadBranding,
): Promise<ConnectAnswer> {
  const { link, account } = opened;
  if (tellsProvider(opened, anyway) && !(await countLinkProof(link))) return endLink(opened, loadBranding);
  let proven: Proven;
  try {
    // Before the link is used up, so that the person can correct wrong credentials.
    proven = await exchanged(opened, typed);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return renderPage(opened, { values: typed, errors: new Map(), problem: error.message }, loadBranding);
  }
  const verdict = anyway ? null : await prove(opened, proven);
  if (verdict && verdict.kind !== "accepted") return renderPage(opened, toFilled(opened, typed, verdict), loadBranding);
  const activation = {
    ...proven,
    by: "user" as const,
    user: userOf(verdict),
    ...(anyway && { note: "Connected. The person saved the credentials without a check." }),
  };
  const stored = await db.$transaction(
    async (tx) => (await useLink(tx, link)) && activateAccount(tx, account.projectId, account.id, activation),
  );
  if (!stored) return usedPage(opened, loadBranding);
  return toEnd({ ok: true, accountId: account.id }, endOf(opened), loadBranding);
}

/**
 * Makes the account ACTIVE with the values, and uses the link up. What the provider does not accept is shown with an offer
 * to save it anyway; the link goes on working. A form that is sent twice is done once, and both get its answer.
 * @param anyway whether the provider is not asked
 */
export function storeFields(
  opened: OpenedLink,
  typed: AccountValues,
  anyway: boolean,
  loadBranding: LoadBranding,
): Promise<ConnectAnswer> {
  const { link, visitor } = opened;
  const sent = hashToken(JSON.stringify([link.hash, typed, anyway, visitor.language, visitor.popup]));
  return processMemory("connected-accounts.stored-forms", () => shareInFlight<ConnectAnswer>()).run(sent, () =>
    store(opened, typed, anyway, loadBranding),
  );
}
