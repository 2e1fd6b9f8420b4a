/** COMPOSIO_MANAGE_CONNECTIONS: which toolkits a user has connected, links for the others, and the user's accounts. */
import { countOf } from "@/lib/contract/count-of";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { requireAccount } from "@/lib/connected-accounts/accounts/accounts";
import { ApiError } from "@/lib/kernel/errors";
import { log } from "@/lib/kernel/process/log";
import { now } from "@/lib/kernel/time/clock";
import type { MetaCall, MetaTool } from "../meta-call";
import { listOwn, removeOwn, renameOwn } from "./own-accounts";
import { byToolkit, toEntries, type Entry } from "./to-entries";
import { linkToolkit, type LinkWish } from "./link-toolkit";
import { failed, type Outcome } from "./outcome";
import { allowedToolkit, findConnection, toAccountFacts } from "./toolkit-connection";

const NOT_OWN = "This account is shared by another user, who alone can connect it anew. It works as it is.";
const NO_ACCOUNT = "It needs no connection: its tools can be used as they are.";
/** A link that was made before has less time left. */
const show = (expiresAt: Date): string => {
  const minutes = Math.max(1, Math.floor((expiresAt.getTime() - now().getTime()) / 60_000));
  return (
    "Show redirect_url to the user as a link and let them sign in there; " +
    `it works for ${countOf(minutes, "more minute")}. ` +
    "Run no tool of this toolkit before the connection is active."
  );
};

const MOST_ACCOUNTS = 5;

async function link(call: MetaCall, toolkit: CatalogToolkit, wish: LinkWish): Promise<Outcome> {
  const { verifiesCallbacks, linkMinutes } = call.caller.settings;
  const begin = () => linkToolkit(call.session, toolkit.slug, { ...wish, verified: verifiesCallbacks, linkMinutes });
  const { audit } = call.facts;
  const toId = (connect: Awaited<ReturnType<typeof begin>>): string => connect.account.id;
  const way = await (audit?.around("connected_account.link", wish.again, begin, toId) ?? begin());
  return {
    status: "initiated",
    has_active_connection: way.account.status === "ACTIVE",
    ...toAccountFacts(way.account),
    redirect_url: way.url,
    instruction: show(way.expiresAt),
    was_reinitiated: wish.again !== undefined,
  };
}

/** A user of a shared account must not replace it by an account of their own. */
async function isOwn({ projectId, userId }: MetaCall["session"], accountId: string): Promise<boolean> {
  return (await requireAccount(projectId, accountId)).userId === userId;
}

/** The user is connected, or gets a link. */
async function ensure(call: MetaCall, toolkit: CatalogToolkit, entry: Entry, anew: boolean): Promise<Outcome> {
  const active = await findConnection(call.session, toolkit.slug);
  const mayReplace = active !== null && anew && (await isOwn(call.session, active.connected_account_id));
  if (mayReplace) return link(call, toolkit, { again: active.connected_account_id });
  if (active)
    return { status: "active", has_active_connection: true, ...active, ...(anew && { instruction: NOT_OWN }) };
  return link(call, toolkit, { alias: entry.alias });
}

/** Adds another account, if the session allows several accounts of a user. */
async function add(call: MetaCall, toolkit: CatalogToolkit, entry: Entry, anew: boolean): Promise<Outcome> {
  const { session } = call;
  const { enable, max_accounts_per_toolkit: most = MOST_ACCOUNTS } = session.config.multi_account;
  if (!enable) return ensure(call, toolkit, entry, anew);
  const named = entry.alias ? await findConnection(session, toolkit.slug, entry.alias) : null;
  if (named) return { status: "active", has_active_connection: true, ...named };
  const accounts = await listOwn(session, toolkit.slug);
  const working = accounts.filter(({ status }) => status === "ACTIVE").length;
  if (working === 0) return link(call, toolkit, { alias: entry.alias });
  if (working < most) return link(call, toolkit, { alias: entry.alias, another: true });
  return failed(
    `The user has ${working} accounts of ${toolkit.name}, and the session allows ${most}. Remove one first.`,
  );
}

async function carryOut(call: MetaCall, toolkit: CatalogToolkit, entry: Entry, anew: boolean): Promise<Outcome> {
  if (toolkit.noAuth) return { status: "active", has_active_connection: true, instruction: NO_ACCOUNT };
  if (entry.action === "rename") return renameOwn(call, toolkit.slug, entry);
  if (entry.action === "remove") return removeOwn(call, toolkit.slug, entry);
  if (entry.action === "add") return add(call, toolkit, entry, anew);
  if (entry.action === "ensure") return ensure(call, toolkit, entry, anew);
  const accounts = await listOwn(call.session, toolkit.slug);
  const active = await findConnection(call.session, toolkit.slug);
  if (active) return { status: "active", has_active_connection: true, ...active, accounts };
  const isWaiting = accounts.some(({ status }) => status === "INITIALIZING" || status === "INITIATED");
  return isWaiting
    ? { status: "initiated", has_active_connection: false, accounts }
    : { ...failed(`The user has no ${toolkit.name} account that works.`), accounts };
}

/** Runs all requests for one toolkit in sequence. A failure here is a failure of this toolkit only. */
async function manage(call: MetaCall, name: string, entries: readonly Entry[], anew: boolean): Promise<Outcome> {
  try {
    const allowed = await allowedToolkit(call.session, name);
    if ("problem" in allowed) return failed(allowed.problem);
    let outcome: Outcome | undefined;
    for (const entry of entries) {
      const next = await carryOut(call, allowed.toolkit, entry, anew);
      outcome = { ...outcome, ...next };
    }
    return outcome ?? failed("Nothing was asked.");
  } catch (error) {
    if (error instanceof ApiError) return failed([error.message, error.details.suggestedFix].filter(Boolean).join(" "));
    log.error({ requestId: call.facts.requestId }, "a connection could not be managed", { toolkit: name, error });
    return failed("The server couldn't do it. Try again.");
  }
}

const ORDER = ["active", "initiated", "failed"] as const;

export const manageConnections: MetaTool = async (args, call) => {
  const entriesByToolkit = [...byToolkit(toEntries(args.toolkits as unknown[]))];
  const anew = args.reinitiate_all === true;
  const results: Record<string, Outcome & { toolkit: string }> = {};
  // In sequence: a call can name fifty, and each takes several statements.
  for (const [name, entries] of entriesByToolkit)
    results[name] = { toolkit: name, ...(await manage(call, name, entries, anew)) };
  const count = (status: string) => Object.values(results).filter((result) => result.status === status).length;
  const counts = ORDER.map((status) => [status, count(status)] as const).filter(([, many]) => many > 0);
  const data = {
    message: counts.map(([status, many]) => `${many} ${status}`).join(", "),
    results,
    summary: {
      total_toolkits: entriesByToolkit.length,
      active_connections: count("active"),
      initiated_connections: count("initiated"),
      failed_connections: count("failed"),
    },
  };
  const isLost = count("failed") === entriesByToolkit.length;
  return { data, successful: !isLost, error: isLost ? String(Object.values(results)[0]?.error_message) : null };
};
