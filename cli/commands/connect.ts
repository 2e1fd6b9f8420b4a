/** `patchbay connect TOOLKIT`: a link by which a user connects an account, and the wait until it is connected. */
import { defineCommand, EXIT, Failure, UsageError, type Context } from "../command";
import { pause } from "../pause";
import { readLimit } from "../read-limit";
import { callApi } from "../server/call-api";
import { SERVER_OPTIONS } from "../server/options";
import { requireTarget, type Target } from "../server/target";
import { toSegment } from "../server/to-segment";
import { openBrowser } from "../terminal/open-browser";
import { toPlainLine } from "../terminal/lay-out";

type AuthConfig = { id: string; name: string; auth_scheme: string };
type Link = { redirect_url: string; expires_at: string; connected_account_id: string };
type Account = { id: string; status: string; status_reason: string | null; toolkit: { slug: string }; user_id: string };

const WAITING = new Set(["INITIALIZING", "INITIATED"]);
const INTERVAL_MS = 1000;
/** An hour; links rarely live longer. */
const MAX_WAIT_SECONDS = 86_400;

/**
 * The auth config of a toolkit: the newest that is enabled. A toolkit that needs no OAuth app gets its first one here.
 * @throws {Failure} if the toolkit does not exist, or needs an OAuth app of the project's own
 */
async function findAuthConfig(target: Target, toolkit: string, { signal, err }: Context): Promise<string> {
  const query = { toolkit_slug: toolkit, limit: 20 };
  const { items } = await callApi<{ items: AuthConfig[] }>(target, "GET", "/api/v3/auth_configs", { query, signal });
  const [newest, ...others] = items;
  if (newest) {
    if (others.length > 0)
      err(
        `There are ${items.length} auth configs; ${newest.id} (${newest.name}) is used. --auth-config names another.`,
      );
    return newest.id;
  }
  const body = { toolkit: { slug: toolkit } };
  const answer = await callApi<{ auth_config: AuthConfig }>(target, "POST", "/api/v3/auth_configs", { body, signal });
  err(`The auth config ${answer.auth_config.id} is created.`);
  return answer.auth_config.id;
}

/** Asks until the account is connected or the attempt has ended. @throws {Failure} when the time is over */
async function waitForAccount(target: Target, link: Link, until: number, signal: AbortSignal): Promise<Account> {
  const path = `/api/v3/connected_accounts/${toSegment(link.connected_account_id)}`;
  for (;;) {
    const account = await callApi<Account>(target, "GET", path, { signal });
    if (!WAITING.has(account.status)) return account;
    if (Date.now() >= until)
      throw new Failure("Nobody used the link in time. Run the command again for a new one.", {
        connected_account_id: account.id,
        status: account.status,
      });
    await pause(INTERVAL_MS, signal);
  }
}

async function showLink(link: Link, { values, out, err, env, isJson }: Context): Promise<void> {
  const show = isJson ? err : out;
  show(`Open this link to connect the account: ${toPlainLine(link.redirect_url)}`);
  if (values.open && !(await openBrowser(link.redirect_url, env)))
    err("No browser could be opened here: open the link by hand.");
}

function showAccount(account: Account, link: Link, { out, err, json, isJson }: Context): number {
  const { id, status, toolkit, user_id } = account;
  const isActive = status === "ACTIVE";
  if (isJson)
    json({ connected_account_id: id, status, toolkit: toolkit.slug, user_id, redirect_url: link.redirect_url });
  else if (isActive) out(toPlainLine(`${id} is connected (${toolkit.slug}, user ${user_id}).`));
  if (!isActive) err(`The account is not connected (${status}). ${toPlainLine(account.status_reason ?? "")}`.trimEnd());
  return isActive ? EXIT.done : EXIT.failed;
}

export const connect = defineCommand({
  usage: "TOOLKIT",
  about: [
    "It shows a link for the user, and waits until the account is connected. If the project has no auth config for the " +
      "toolkit and the toolkit needs no OAuth app, it creates one.",
    "Example: patchbay connect github --user ada --open",
  ],
  options: {
    user: { type: "string", value: "ID", description: "The user who connects the account (default: default)" },
    "auth-config": { type: "string", value: "ID", description: "The auth config (default: the newest of the toolkit)" },
    alias: { type: "string", value: "NAME", description: "A name for the account" },
    open: { type: "boolean", description: "Open the link in a browser" },
    "no-wait": { type: "boolean", description: "Show the link and end" },
    timeout: { type: "string", value: "SECONDS", description: "How long to wait (default: as long as the link works)" },
    ...SERVER_OPTIONS,
  },
  run: async (context) => {
    const { positionals, values, json, isJson, signal } = context;
    const [toolkit, ...more] = positionals;
    if (toolkit === undefined || more.length > 0) throw new UsageError("Name one toolkit by its slug, such as github.");
    const seconds = readLimit("timeout", values.timeout, MAX_WAIT_SECONDS, MAX_WAIT_SECONDS);
    const target = await requireTarget(context);
    const link = await callApi<Link>(target, "POST", "/api/v3/connected_accounts/link", {
      body: {
        auth_config_id: values["auth-config"] ?? (await findAuthConfig(target, toolkit, context)),
        user_id: values.user ?? "default",
        ...(values.alias !== undefined && { alias: values.alias }),
      },
      signal,
    });
    if (values["no-wait"] && isJson) {
      json(link);
      return EXIT.done;
    }
    await showLink(link, context);
    if (values["no-wait"]) return EXIT.done;
    const until = Math.min(Date.now() + seconds * 1000, Date.parse(link.expires_at));
    return showAccount(await waitForAccount(target, link, until, signal), link, context);
  },
});
