/** Begins a connection: by a link to the connect page, by a consent, or at once with credentials from the client. */
import { Prisma, db, type Db } from "@/lib/kernel/database/db";
import { rowsIn, statement } from "@/lib/kernel/database/statement";
import { inSeconds, now } from "@/lib/kernel/time/clock";
import { env } from "@/lib/kernel/process/env";
import { ApiError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import { presetValues } from "@/lib/auth-configs/require-scheme";
import { sealAccountValues, type AccountValues } from "../account-values";
import { recordAccountEvent } from "../accounts/record-account-event";
import type { ConnectedAccount } from "../accounts/accounts";
import { assertAclFits, type Acl } from "../accounts/acl";
import { readCallbackUrl, readOpenerOrigin } from "../pages/callback-url";
import { connectMode } from "../connect/connect-mode";
import { requireContext, type ConnectionContext } from "../credentials/connection-context";
import {
  PENDING_URL,
  assertNoneMistyped,
  assertCompleteValues,
  assertRightValues,
  missingFields,
  readConnectionValues,
} from "../credentials/connection-values";
import type { AccountStatus } from "../contract";
import { newLink, storeLink, type NewLink } from "../accounts/connect-links";
import { sealCurrentUser, type CurrentUser } from "../current-user";
import { proveValues } from "../credentials/prove-values";
import { askedScopes } from "@/lib/auth-configs/asked-scopes";
import { canAsk } from "../proof/ask-current-user";
import { askLater } from "../proof/check-account";
import { assertAccepted, mayAskLater } from "../proof/prove-credentials";

export type NewConnection = {
  authConfigId: string;
  userId: string;
  alias?: string;
  callbackUrl?: string;
  /** The origin that may open the link as a popup. */
  openerOrigin?: string;
  /** The values as sent: keys, tokens, URL variables. */
  values: Readonly<Record<string, unknown>>;
  /** The auth scheme that the client expects. */
  scheme?: string;
  accountType?: "PRIVATE" | "SHARED";
  acl?: Acl;
  /** Whether the project's app will verify the user, who must then be one that it can recognize. */
  verified?: boolean | undefined;
  /** How long a link works, where the project has chosen. */
  linkMinutes?: number | undefined;
  /** Whether the provider must accept the credentials before they are stored. */
  validates?: boolean | undefined;
};

export type BegunConnection = { account: ConnectedAccount; link: NewLink | null };

type Row = { status: AccountStatus; values: AccountValues; link: NewLink | null; user?: CurrentUser | null };

/** Counted no further than `$3`: the index by user makes it a walk of that many entries at most. */
const COUNT_ACCOUNTS = statement({
  name: "connected-accounts.held",
  text: "SELECT count(*)::int AS held FROM (SELECT 1 FROM connected_account WHERE project_id = $1 AND user_id = $2 LIMIT $3) AS held",
  columns: { held: "int4" },
});

/** @throws ApiError BadRequest if the user has reached the limit of accounts */
async function assertAccountLimit(tx: Db, projectId: string, userId: string): Promise<void> {
  const most = env().accountsPerUser;
  const [row] = await rowsIn(tx, COUNT_ACCOUNTS, [projectId, userId, most]);
  if ((row?.held ?? 0) < most) return;
  throw new ApiError("BadRequest", `The user has ${most} connected accounts, and may not have more.`, {
    suggestedFix:
      "Delete accounts that are no longer used. The operator sets the number with PATCHBAY_ACCOUNTS_PER_USER.",
  });
}

async function insertAccount(
  tx: Db,
  projectId: string,
  input: NewConnection,
  { config, app, scheme }: ConnectionContext,
  { status, values, link, user = null }: Row,
): Promise<ConnectedAccount> {
  await assertAccountLimit(tx, projectId, input.userId);
  const id = newId("connectedAccount");
  const storedValues = link ? { ...values, [PENDING_URL]: link.url } : values;
  const life = Number(values.expires_in);
  const account = await tx.connectedAccount.create({
    data: {
      id,
      projectId,
      authConfigId: config.id,
      toolkitSlug: config.toolkitSlug,
      userId: input.userId,
      scheme: config.scheme,
      status,
      alias: input.alias || null,
      callbackUrl: readCallbackUrl(input.callbackUrl),
      accountType: input.accountType ?? "PRIVATE",
      acl: input.acl ?? Prisma.DbNull,
      credentials: Object.keys(storedValues).length > 0 ? sealAccountValues(projectId, id, storedValues) : null,
      currentUser: sealCurrentUser(projectId, id, user),
      requestedScopes: scheme.oauth ? Object.values(askedScopes(scheme, app)).flat() : [],
      expiresAt: status === "ACTIVE" && life > 0 ? inSeconds(life) : null,
      createdAt: now(),
    },
  });
  if (link) await storeLink(tx, projectId, id, link);
  await recordAccountEvent(tx, projectId, id, {
    status,
    reason: link ? "Created, with a link for the user." : "Created with credentials that were sent along.",
    by: "api",
  });
  return account;
}

/** @throws ApiError BadRequest for "default", which is no real user whom the app could verify */
function assertVerifiable({ userId, verified }: NewConnection): void {
  if (verified && userId === "default")
    throw new ApiError("BadRequest", "user_id must name a user: this project verifies who connected.", {
      suggestedFix: "Send your app's ID for the signed-in user.",
      errors: ['user_id: must not be "default" while the project has oauth_callback_verifier_url'],
    });
}

function readValues(input: NewConnection, { config, scheme }: ConnectionContext): AccountValues {
  if (input.scheme && input.scheme !== config.scheme)
    throw new ApiError("BadRequest", `The auth config ${config.id} uses ${config.scheme}, not ${input.scheme}.`, {
      suggestedFix: `Send state.authScheme ${config.scheme}, or create an auth config for ${input.scheme}.`,
    });
  const values = {
    ...presetValues(scheme.fields.connectedAccountInitiation),
    ...readConnectionValues(scheme, input.values),
  };
  assertRightValues(scheme, values);
  return values;
}

/**
 * `POST /connected_accounts`: complete credentials make the account ACTIVE at once. Otherwise the answer has a link to
 * the consent page, or to the connect page if fields are missing.
 * @throws ApiError NotFound for an unknown auth config, BadRequest for invalid values; with `validates` as
 *   `assertAccepted`
 */
export async function beginConnection(projectId: string, input: NewConnection): Promise<BegunConnection> {
  assertVerifiable(input);
  assertAclFits(input.accountType ?? "PRIVATE", input.acl);
  const context = await requireContext(projectId, input.authConfigId);
  const mode = connectMode(context.scheme.mode);
  const values = readValues(input, context);
  const missing = missingFields(context.scheme, { ...context.given, ...values });
  assertNoneMistyped(context.scheme, missing, input.values);
  const complete = missing.length === 0;
  const link =
    complete && mode.holdsCredentials(values)
      ? null
      : newLink(complete && mode.consent ? "redirect" : "page", input.linkMinutes);
  const proven = link ? values : (await proveValues(context, values)).values;
  const validates = !link && input.validates;
  const user = validates ? await assertAccepted(context, proven) : null;
  const row = { status: link ? "INITIATED" : "ACTIVE", values: proven, link, user } as const;
  // The result is not awaited, and the account is the same for any answer of the provider.
  const asks = !link && !validates && canAsk(context.toolkit) && (await mayAskLater(projectId));
  const account = await db.$transaction(async (tx) => {
    const newAccount = await insertAccount(tx, projectId, input, context, row);
    if (asks) await askLater(tx, projectId, newAccount.id);
    return newAccount;
  });
  return { account, link };
}

/**
 * `POST /connected_accounts/link`: creates an account that waits for a person, and the link for that person.
 * @throws ApiError like `beginConnection`
 */
export async function createLink(
  projectId: string,
  input: NewConnection,
): Promise<{ account: ConnectedAccount; link: NewLink }> {
  assertVerifiable(input);
  assertAclFits(input.accountType ?? "PRIVATE", input.acl);
  const context = await requireContext(projectId, input.authConfigId);
  const values = readValues(input, context);
  const link = newLink("page", input.linkMinutes, readOpenerOrigin(input.openerOrigin));
  const account = await db.$transaction((tx) =>
    insertAccount(tx, projectId, input, context, { status: "INITIALIZING", values, link }),
  );
  return { account, link };
}

/** @throws ApiError BadRequest if the values do not suffice to call the toolkit */
export function assertUsableValues({ scheme, given: sharedValues }: ConnectionContext, values: AccountValues): void {
  assertRightValues(scheme, values);
  assertCompleteValues(scheme, { ...sharedValues, ...values });
}
