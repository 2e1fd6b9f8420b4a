/** One look at a provider: what is new since the last one. Knows nothing of the database. */
import { configuredPoll } from "@/lib/catalog/configured-poll";
import { holdsAll, toPayload, valueAt } from "@/lib/catalog/event-value";
import type { Poll, ProviderRequest, TriggerRun } from "@/lib/catalog/trigger-type";
import { type ProviderAnswer, ProviderRefusal, refusalOf } from "../provider/open-asking";
import { ifChanged, itemsOf, nameOf, nextPage, onPage, type PollCursor, toKeptPlace } from "./next-page";
import { Change, compare, cursorBehind, goneFrom, idOf, type ItemList, mostSeen } from "./item-list";
import { timeOf } from "./time-of";

export type PollEvent = { id: string; payload: Record<string, unknown>; original: unknown };

/** A step of a look: its events and the cursor behind them belong together. */
export type Step = {
  found: PollEvent[];
  cursor: PollCursor;
  note?: string;
  /** Whether the look left something for the next one. */
  hasMore?: boolean;
};

export type Looking = {
  run: TriggerRun & { poll: Poll };
  config: Readonly<Record<string, unknown>>;
  connection: Readonly<Record<string, string>>;
  ask: (request: ProviderRequest, values: object) => Promise<ProviderAnswer>;
  nowMs: () => number;
  /** No request is begun after this, in milliseconds. */
  untilMs: number;
};

/** New items of one poll. The others are found at the next one. */
const MAX_FOUND = 1000;
/** Items that are stored in one transaction. */
const STORED_AT_ONCE = 100;
/**
 * Items that are asked for one by one, until they are stored and the lease is longer: it must outlive so many requests.
 */
const PART = 5;
/** The limit for one look at a list. Further items are left out, and the trigger reports it. */
const MAX_PAGES = 10;
/** Until the place to begin at is found. */
const MAX_START_PAGES = 200;
/** Providers put items into lists a little later than the time that they bear. */
const OVERLAP_MS = 5 * 60_000;

/** A place that the provider does not know any more. */
class PlaceExpired extends Error {}

const scopeOf = ({ config, connection, nowMs }: Looking, { token, page, sinceMs, etag, modified }: PollCursor) => {
  const since = sinceMs ?? nowMs();
  return {
    config,
    connection,
    ...(page !== undefined && { page }),
    cursor: {
      token,
      etag,
      modified,
      since: new Date(since).toISOString(),
      sinceSeconds: Math.floor(since / 1000),
      sinceMs: since,
    },
  };
};

async function askWell(looking: Looking, request: ProviderRequest, values: object): Promise<ProviderAnswer> {
  if (looking.nowMs() > looking.untilMs) throw new ProviderRefusal(0, "The provider took too long.");
  const answer = await looking.ask(request, values);
  const refusal = refusalOf(answer);
  if (refusal) throw refusal;
  return answer;
}

/** Asks for one page. */
async function askPage(looking: Looking, cursor: PollCursor): Promise<ProviderAnswer> {
  const { poll } = looking.run;
  const request = cursor.page === undefined ? ifChanged(poll, cursor) : onPage(poll, poll.request);
  try {
    return await askWell(looking, request, scopeOf(looking, cursor));
  } catch (error) {
    const isExpired = error instanceof ProviderRefusal && poll.expired.includes(error.status);
    throw isExpired ? new PlaceExpired() : error;
  }
}

/**
 * An item as an event; undefined for one that the conditions leave out, or that is gone meanwhile.
 * @param change what happened to the item, for polls that compare
 */
async function toFound(looking: Looking, item: unknown, change?: Change): Promise<PollEvent | undefined> {
  const { run, config, connection } = looking;
  const { poll } = run;
  if (change?.kind !== "deleted" && !holdsAll(poll.when, { headers: {}, query: {}, body: item }, config))
    return undefined;
  let detail: unknown;
  if (poll.detail) {
    const answer = await looking.ask(poll.detail, { item, config, connection });
    if (answer.status === 404 || answer.status === 410) return undefined;
    const refusal = refusalOf(answer);
    if (refusal) throw refusal;
    detail = answer.data;
    if (!holdsAll(poll.whenDetail, { headers: {}, query: {}, body: detail }, config)) return undefined;
  }
  const event = detail ?? item;
  const scope = { body: event, item, detail, config, now: new Date(looking.nowMs()).toISOString() };
  const word = change && (poll.diff?.words[change.kind] ?? change.kind);
  const payload = toPayload(run.payload, event, { ...scope, change: word });
  return { id: change?.eventId ?? idOf(poll, item, config), payload, original: event };
}

/**
 * Items as events. A step has some of them and the previous cursor; fewer if each item needs its own request: items
 * that were read stay if a later item fails, and are recognized by id when the page is read again.
 */
async function* inParts(
  looking: Looking,
  items: readonly unknown[],
  cursor: PollCursor,
): AsyncGenerator<Step, PollEvent[]> {
  let events: PollEvent[] = [];
  let itemCount = 0;
  for (const item of items) {
    if (itemCount === (looking.run.poll.detail ? PART : STORED_AT_ONCE)) {
      yield { found: events, cursor };
      [events, itemCount] = [[], 0];
    }
    const pollEvent = await (item instanceof Change ? toFound(looking, item.item, item) : toFound(looking, item));
    itemCount++;
    if (pollEvent) events.push(pollEvent);
  }
  return events;
}

const tokenAt = (data: unknown, path: string): string | undefined => {
  const token = valueAt(data, path);
  return typeof token === "string" || typeof token === "number" ? toKeptPlace(String(token)) : undefined;
};

/** Asks for the pages behind an answer until one has the token: some providers give it behind the last page only. */
async function tokenBehind(looking: Looking, first: ProviderAnswer, request: ProviderRequest, path: string) {
  const { poll } = looking.run;
  let answer = first;
  for (let pages = 0; pages < MAX_START_PAGES; pages++) {
    const token = tokenAt(answer.data, path);
    const page = token === undefined ? nextPage(poll, answer) : undefined;
    if (page === undefined) return token;
    answer = await askWell(looking, onPage(poll, request), { ...scopeOf(looking, {}), page });
  }
  return undefined;
}

/** A place to begin at. */
async function begin(looking: Looking): Promise<PollCursor> {
  const { start } = looking.run.poll;
  if (!start) throw new Error("A poll by token has no start.");
  const values = scopeOf(looking, {});
  let token: string | undefined;
  try {
    token = await tokenBehind(looking, await askWell(looking, start.request, values), start.request, start.token);
  } catch (error) {
    if (!start.otherwise || !(error instanceof ProviderRefusal)) throw error;
    const { request, then, token: path } = start.otherwise;
    const { data } = await askWell(looking, request, values);
    token = tokenAt((await askWell(looking, then, { ...values, answer: data })).data, path);
  }
  if (token === undefined) throw new ProviderRefusal(200, "without the place to begin at.");
  return { token, ...(looking.run.poll.born !== undefined && { beganMs: looking.nowMs() }) };
}

/** Whether an item was made after the first look, for polls that ask for that. */
const isBornSince = ({ born }: Poll, { beganMs }: PollCursor, item: unknown): boolean =>
  born === undefined || beganMs === undefined || (timeOf(valueAt(item, born)) ?? 0) >= beganMs;

/** Providers that keep a place: each page is a step, and a step that was stored is not taken again. */
async function* byToken(looking: Looking, cursor: PollCursor): AsyncGenerator<Step> {
  const { poll } = looking.run;
  let pageCursor = cursor;
  for (;;) {
    const answer = await askPage(looking, pageCursor);
    const { skip = 0, ...place } = pageCursor;
    pageCursor = place;
    const items = itemsOf(poll, answer).filter((item) => isBornSince(poll, cursor, item));
    const events = yield* inParts(looking, items.slice(skip, skip + MAX_FOUND), {
      ...pageCursor,
      ...(skip > 0 && { skip }),
    });
    if (items.length > skip + MAX_FOUND)
      return yield { found: events, cursor: { ...pageCursor, skip: skip + MAX_FOUND }, hasMore: true };
    const page = nextPage(poll, answer);
    const token = (poll.token === undefined ? undefined : tokenAt(answer.data, poll.token)) ?? pageCursor.token;
    // The token of a page counts once all pages were read.
    const { page: _, ...here } = pageCursor;
    pageCursor = page === undefined ? { ...here, ...(token !== undefined && { token }) } : { ...pageCursor, page };
    yield { found: events, cursor: pageCursor };
    if (page === undefined) return;
  }
}

/** Reads a list, newest items first, until a page has nothing new. */
async function readList(looking: Looking, cursor: PollCursor): Promise<ItemList> {
  const { run, config } = looking;
  const { poll } = run;
  const seenIds = new Set(cursor.seen ?? []);
  const list: ItemList = { fresh: [], ids: [], newestMs: cursor.sinceMs ?? 0, name: {} };
  const most = mostSeen(poll);
  let pageCursor: PollCursor = cursor;
  for (let pages = 1; ; pages++) {
    const answer = await askPage(looking, pageCursor);
    let fresh = 0;
    if (pages === 1) list.name = nameOf(poll, answer, cursor);
    for (const item of itemsOf(poll, answer)) {
      if (list.ids.length === most)
        return { ...list, cut: `More than ${most} items are in the list; those behind were left out.` };
      if (!holdsAll(poll.when, { headers: {}, query: {}, body: item }, config)) continue;
      const id = idOf(poll, item, config);
      list.ids.push(id);
      const ms = poll.time === undefined ? undefined : timeOf(valueAt(item, poll.time));
      // One item that bears a time to come must not make all others old.
      if (ms !== undefined) list.newestMs = Math.max(list.newestMs, poll.numbered ? ms : Math.min(ms, looking.nowMs()));
      const isOld = ms !== undefined && cursor.sinceMs !== undefined && ms < cursor.sinceMs - OVERLAP_MS;
      if (seenIds.has(id) || isOld) continue;
      seenIds.add(id);
      fresh++;
      list.fresh.push(item);
    }
    const page = nextPage(poll, answer);
    const isRead = !poll.all && (fresh === 0 || cursor.seen === undefined);
    if (page === undefined || isRead) return list;
    if (pages === MAX_PAGES)
      return { ...list, cut: `More than ${MAX_PAGES} pages were new at once; the oldest items were left out.` };
    pageCursor = { ...cursor, page };
  }
}

/** Lists that are compared with the last look: what was added, modified or deleted since is an event. */
async function* byChanges(looking: Looking, list: ItemList, cursor: PollCursor): AsyncGenerator<Step> {
  const { reported, left, cursor: behind } = compare(looking.run.poll, looking.config, list, cursor, MAX_FOUND);
  const events = yield* inParts(looking, reported, cursor);
  const note = left > 0 ? `More than ${MAX_FOUND} items changed at once; the others follow.` : list.cut;
  yield { found: events, cursor: behind, hasMore: left > 0, ...(note !== undefined && { note }) };
}

/** Lists: what is not among the ids seen before is new. What is there at the first look is no event. */
async function* byList(looking: Looking, cursor: PollCursor): AsyncGenerator<Step> {
  const list = await readList(looking, cursor);
  if (looking.run.poll.diff) return yield* byChanges(looking, list, cursor);
  const fresh = looking.run.poll.removed ? goneFrom(list, cursor) : list.fresh.reverse();
  const isFirst = cursor.seen === undefined;
  const rest = isFirst ? [] : fresh.slice(MAX_FOUND);
  const events = isFirst ? [] : yield* inParts(looking, fresh.slice(0, MAX_FOUND), cursor);
  const note = rest.length > 0 ? `More than ${MAX_FOUND} items were new at once; the others follow.` : list.cut;
  yield {
    found: events,
    cursor: cursorBehind(looking.run.poll, looking, list, cursor, rest),
    hasMore: rest.length > 0,
    ...(note !== undefined && { note }),
  };
}

/**
 * Looks once. Each step must be stored before the next is read.
 * @param cursor null at the first look, which finds nothing and returns where to continue
 * @throws ProviderRefusal, OutboundError
 */
export async function* look(request: Looking, cursor: PollCursor | null): AsyncGenerator<Step> {
  const looking = { ...request, run: { ...request.run, poll: configuredPoll(request.run.poll, request.config) } };
  const { start } = looking.run.poll;
  if (!start) return yield* byList(looking, cursor ?? {});
  if (!cursor) return yield { found: [], cursor: await begin(looking) };
  try {
    yield* byToken(looking, cursor);
  } catch (error) {
    if (!(error instanceof PlaceExpired)) throw error;
    const note = "The provider did not know its place any more and began anew; events between may be missing.";
    yield { found: [], cursor: await begin(looking), note };
  }
}
