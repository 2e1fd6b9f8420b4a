/** Lists, finds and begins connected accounts for programs from before version 3. */
import type { z } from "zod";
import { requireAccount, DEFAULT_USER } from "@/lib/connected-accounts/accounts/accounts";
import { listAccounts, type AccountFilter } from "@/lib/connected-accounts/accounts/list-accounts";
import { ACCOUNT_STATUSES } from "@/lib/connected-accounts/constants";
import { beginConnection, type BegunConnection } from "@/lib/connected-accounts/manage/begin-connection";
import { toAccount, toAccountPage, toLinkTerms } from "@/lib/connected-accounts/manage/wire";
import { findToolkit } from "@/lib/catalog/read/find-toolkits";
import type { ProjectSettings } from "@/lib/access/caller";
import { ApiError } from "@/lib/kernel/errors";
import { withNamedError } from "../with-named-error";
import { readPage } from "../read-page";
import type { olderAccountsApi } from "./contract";
import { toOlderAccount } from "./to-older-account";

type Api = typeof olderAccountsApi;
type Query = z.output<Api["listOlderAccounts"]["query"]>;
type Status = (typeof ACCOUNT_STATUSES)[number];

const NAME = "ConnectedAccountNotFoundError";

/** Names an account that is not there as its programs do. */
export const ofAccount = <T>(work: () => Promise<T>): Promise<T> => withNamedError(NAME, work);

/** The statuses of today that a filter asks for; without a status, all but that of disabled accounts. */
function toStatuses({ status, showActiveOnly, showDisabled }: Query): Status[] {
  const active: Status[] = showDisabled ? ["ACTIVE", "INACTIVE"] : ["ACTIVE"];
  const word = status?.toUpperCase();
  if (showActiveOnly || word === "ACTIVE") return active;
  if (word === "INITIATED") return ["INITIALIZING", "INITIATED"];
  if (word === "EXPIRED") return ["EXPIRED", "REVOKED"];
  if (word === "FAILED") return ["FAILED"];
  return ACCOUNT_STATUSES.filter((candidate) => showDisabled || candidate !== "INACTIVE");
}

const toFilter = (query: Query): Omit<AccountFilter, "limit" | "cursor"> => {
  const users = query.user_uuid ?? (query.entityId ? [query.entityId] : undefined);
  return {
    statuses: toStatuses(query),
    accountType: "ALL",
    orderBy: "createdAt",
    direction: "desc",
    ...(query.appNames && { toolkitSlugs: query.appNames }),
    ...(query.integrationId && { authConfigIds: [query.integrationId] }),
    ...(query.connectionId && { ids: [query.connectionId] }),
    ...(users && { userIds: users }),
  };
};

/** One page, the newest first. */
export async function listOlderAccounts(
  projectId: string,
  query: Query,
  maskSecrets: boolean,
): Promise<z.input<Api["listOlderAccounts"]["response"]>> {
  // Accounts have no labels here, so none has the labels of a filter.
  if (query.labels) return { items: [], totalPages: 1, page: query.page };
  const filter = toFilter(query);
  const page = await readPage(
    async (slice) => toAccountPage(projectId, await listAccounts(projectId, { ...filter, ...slice }), maskSecrets),
    query,
  );
  const accounts = page.items.filter((account) => query.showDisabled || !account.is_disabled);
  return { ...page, items: accounts.map(toOlderAccount) };
}

/** @throws ApiError NotFound */
export const showOlderAccount = (projectId: string, id: string, maskSecrets: boolean) =>
  ofAccount(async () => toOlderAccount(await toAccount(projectId, await requireAccount(projectId, id), maskSecrets)));

/** Accounts have no labels, so none can be set. @throws ApiError NotFound; BadRequest for labels */
export const setLabels = (projectId: string, id: string, labels: readonly string[] | null | undefined): Promise<void> =>
  ofAccount(async () => {
    await requireAccount(projectId, id);
    if (labels?.length)
      throw new ApiError("BadRequest", "Connected accounts have no labels on this server.", {
        suggestedFix: "Tell accounts apart by their user, and pass the account's ID.",
        errors: ["labels: must be empty"],
      });
  });

/** The address of an account's API; its credentials stay here. @throws ApiError NotFound */
export const showAccountInfo = (
  projectId: string,
  id: string,
): Promise<z.input<Api["getOlderAccountInfo"]["response"]>> =>
  ofAccount(async () => {
    const account = await requireAccount(projectId, id);
    const toolkit = await findToolkit(projectId, account.toolkitSlug);
    return { base_url: toolkit?.baseUrl ?? "", parameters: [], body: {} };
  });

export type OlderConnection = {
  integrationId: string;
  userId: string | null | undefined;
  values: Readonly<Record<string, unknown>> | null | undefined;
  redirectUrl: string | null | undefined;
};

const toBegun = ({ account, link }: BegunConnection) => ({
  connectionStatus: account.status === "ACTIVE" ? "ACTIVE" : "INITIATED",
  connectedAccountId: account.id,
  redirectUrl: link?.url ?? null,
});

/** Begins a connection. @throws ApiError as `beginConnection` */
export async function beginOlderConnection(
  projectId: string,
  { integrationId, userId, values, redirectUrl }: OlderConnection,
  settings: ProjectSettings,
): Promise<ReturnType<typeof toBegun>> {
  const connection = await withNamedError("IntegrationNotFoundError", () =>
    beginConnection(projectId, {
      authConfigId: integrationId,
      userId: userId || DEFAULT_USER,
      values: values ?? {},
      ...(redirectUrl && { callbackUrl: redirectUrl }),
      ...toLinkTerms(settings),
    }),
  );
  return toBegun(connection);
}
