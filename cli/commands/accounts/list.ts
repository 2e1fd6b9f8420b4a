/** `patchbay accounts list`: the connected accounts of the project. */
import { defineCommand, EXIT } from "../../command";
import { readLimit } from "../../read-limit";
import { callApi } from "../../server/call-api";
import { SERVER_OPTIONS } from "../../server/options";
import { requireTarget } from "../../server/target";
import { tableLines } from "../../terminal/lay-out";

type Account = {
  id: string;
  toolkit: { slug: string };
  user_id: string;
  status: string;
  alias: string | null;
  is_disabled: boolean;
  last_used_at: string | null;
};
type Page = { items: Account[]; next_cursor: string | null; total_items: number };

const PAGE = 100;
const STATUSES = ["INITIALIZING", "INITIATED", "ACTIVE", "FAILED", "EXPIRED", "INACTIVE", "REVOKED"];

const COLUMNS = [
  { title: "ACCOUNT", valueOf: ({ id }: Account) => id },
  { title: "TOOLKIT", valueOf: ({ toolkit }: Account) => toolkit.slug },
  { title: "USER", valueOf: ({ user_id }: Account) => user_id },
  { title: "STATUS", valueOf: ({ status, is_disabled }: Account) => (is_disabled ? `${status} (disabled)` : status) },
  { title: "ALIAS", valueOf: ({ alias }: Account) => alias ?? "" },
  {
    title: "LAST USED",
    valueOf: ({ last_used_at }: Account) => last_used_at?.slice(0, 16).replace("T", " ") ?? "never",
  },
];

export const accountsList = defineCommand({
  usage: "",
  about: ["The newest come first. Times are UTC."],
  options: {
    user: { type: "string", value: "ID", description: "Only accounts of this user" },
    toolkit: { type: "string", value: "SLUG", description: "Only accounts of this toolkit" },
    status: { type: "string", value: "STATUS", choices: STATUSES, description: "Only accounts with this status" },
    limit: { type: "string", value: "NUMBER", description: "The most accounts shown (default: 100)" },
    ...SERVER_OPTIONS,
  },
  run: async (context) => {
    const { values, screen, out, err, json, isJson, signal } = context;
    const limit = readLimit("limit", values.limit, PAGE, 10_000);
    const target = await requireTarget(context);
    const accounts: Account[] = [];
    let total = 0;
    let cursor: string | null = "";
    while (cursor !== null && accounts.length < limit) {
      const query = {
        limit: Math.min(PAGE, limit - accounts.length),
        cursor: cursor || undefined,
        user_ids: values.user,
        toolkit_slugs: values.toolkit,
        statuses: values.status?.toUpperCase(),
      };
      const page: Page = await callApi<Page>(target, "GET", "/api/v3/connected_accounts", { query, signal });
      accounts.push(...page.items);
      total = page.total_items;
      cursor = page.items.length > 0 ? page.next_cursor : null;
    }
    if (isJson) json({ items: accounts, total_items: total });
    else if (accounts.length === 0) err("There is no such account. To connect one: patchbay connect TOOLKIT");
    else for (const line of tableLines(accounts, COLUMNS, screen)) out(line);
    if (!isJson && accounts.length < total) err(`${total - accounts.length} more: use --limit.`);
    return EXIT.done;
  },
});
