/** Finds channels and people by their names, in lists that Slack does not search itself. */
import { attempt, type HandlerCall, type ToolHandler, type ToolHandlers } from "@/lib/catalog/tool-handler";
import { ask, readPages, type Channel } from "./channels";

const DEFAULT_LIMIT = 50;

type Ranked<T> = { item: T; rank: number };

/** How well the words fit: the whole of the first text, its beginning, a part of any text; undefined if not at all. */
function rankOf(words: string, texts: readonly (string | undefined)[], exact: boolean): number | undefined {
  const [name, ...others] = texts.map((text) => (text ?? "").toLowerCase());
  if (words === "" || name === words || (exact && others.includes(words))) return 0;
  if (exact) return undefined;
  if (name?.startsWith(words)) return 1;
  if (name?.includes(words)) return 2;
  return others.some((text) => text.includes(words)) ? 3 : undefined;
}

function best<T>(items: readonly T[], limit: number, rank: (item: T) => number | undefined): T[] {
  return items
    .flatMap((item): Ranked<T>[] => {
      const place = rank(item);
      return place === undefined ? [] : [{ item, rank: place }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ item }) => item);
}

const plainWords = (query: string | undefined, sign: string): string =>
  (query ?? "")
    .trim()
    .replace(new RegExp(`^${sign}`), "")
    .toLowerCase();

type ChannelSearch = {
  query?: string;
  exact_match?: boolean;
  exclude_archived?: boolean;
  member_only?: boolean;
  types?: string;
  limit?: number;
};

const textOf = (value: unknown): string => String((value as { value?: unknown } | undefined)?.value ?? "");

const findChannels: ToolHandler = async (args: ChannelSearch, { call }) => {
  const words = plainWords(args.query, "#");
  const { items, isComplete, problem } = await readPages<Channel>(call, {
    path: args.member_only ? "/users.conversations" : "/conversations.list",
    key: "channels",
    fields: {
      types: args.types ?? "public_channel,private_channel",
      exclude_archived: String(args.exclude_archived ?? true),
    },
  });
  const channels = best(items, args.limit ?? DEFAULT_LIMIT, ({ name, topic, purpose }) =>
    rankOf(words, args.exact_match ? [name] : [name, textOf(topic), textOf(purpose)], args.exact_match ?? false),
  );
  return { channels, looked_through: items.length, is_complete: isComplete, ...(problem ? { problem } : {}) };
};

type Person = {
  id?: string;
  name?: string;
  deleted?: boolean;
  is_bot?: boolean;
  real_name?: string;
  profile?: { display_name?: string; real_name?: string; email?: string; title?: string };
} & Record<string, unknown>;

type PeopleSearch = {
  search_query?: string;
  exact_match?: boolean;
  include_bots?: boolean;
  include_deleted?: boolean;
  limit?: number;
};

/** The person with an address; undefined where Slack knows none, or answers nothing. */
async function findByEmail(email: string, call: HandlerCall): Promise<Person | undefined> {
  const result = await attempt(() => ask(call, "/users.lookupByEmail", { email }));
  return result.problem === undefined ? (result.value as { user?: Person }).user : undefined;
}

/** Slackbot is no bot to Slack. */
const isBot = ({ id, is_bot: bot }: Person): boolean => bot === true || id === "USLACKBOT";

const findUsers: ToolHandler = async (args: PeopleSearch, { call }) => {
  const words = plainWords(args.search_query, "@");
  const person = /^[^\s@]+@[^\s@]+$/.test(words) ? await findByEmail(words, call) : undefined;
  if (person) return { users: [person], looked_through: 1, is_complete: true };
  const { items, isComplete, problem } = await readPages<Person>(call, {
    path: "/users.list",
    key: "members",
    fields: {},
  });
  const people = items.filter(
    (user) => (args.include_bots || !isBot(user)) && (args.include_deleted || user.deleted !== true),
  );
  const users = best(people, args.limit ?? DEFAULT_LIMIT, ({ name, real_name: realName, profile }) =>
    rankOf(
      words,
      [name, profile?.display_name, realName ?? profile?.real_name, profile?.email],
      args.exact_match ?? false,
    ),
  );
  return { users, looked_through: items.length, is_complete: isComplete, ...(problem ? { problem } : {}) };
};

export const findHandlers: ToolHandlers = { findChannels, findUsers };
