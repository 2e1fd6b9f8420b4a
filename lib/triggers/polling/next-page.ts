/** Pages of what a poll asks for: the request of each, its items, and the place of the next one. Pure. */
import { valueAt } from "@/lib/catalog/event-value";
import { pollItems } from "@/lib/catalog/list-at";
import type { Poll, ProviderRequest } from "@/lib/catalog/trigger-type";
import { FeedError } from "@/lib/kernel/text/parse-feed";
import { isStorable } from "@/lib/kernel/text/storable";
import { type ProviderAnswer, ProviderRefusal } from "../provider/open-asking";

/** Where the next look goes on. */
export type PollCursor = {
  /** The provider's own place, for providers that keep one. */
  token?: string;
  /** The page of this place that comes next. */
  page?: string;
  /** How many items of the page at this place were read before. */
  skip?: number;
  /** When the first look was, in milliseconds, where older items are left out. */
  beganMs?: number;
  /** The time of the newest item that was seen, in milliseconds. */
  sinceMs?: number;
  /** Ids of items that were seen, the newest first. */
  seen?: string[];
  /** How many looks there were, for polls that compare: a change back is an event of its own. */
  turn?: number;
  /** The provider's identifiers of its last answer, to request only newer answers. */
  etag?: string;
  modified?: string;
};

/** The request for another page, which may be an address of its own. */
export const onPage = ({ next }: Poll, request: ProviderRequest): ProviderRequest =>
  next?.query === undefined
    ? { ...request, path: "{page}", query: {} }
    : { ...request, query: { ...request.query, [next.query]: "{page}" } };

/** Asks only for what is newer than the last answer. */
export function ifChanged({ request, conditional }: Poll, { etag, modified }: PollCursor): ProviderRequest {
  if (!conditional) return request;
  const headers = {
    ...(etag !== undefined && { "if-none-match": "{cursor.etag}" }),
    ...(modified !== undefined && { "if-modified-since": "{cursor.modified}" }),
  };
  return { ...request, headers: { ...request.headers, ...headers } };
}

/** What an answer is called; an answer without news leaves what was known. */
export function nameOf({ conditional }: Poll, { status, headers }: ProviderAnswer, { etag, modified }: PollCursor) {
  if (!conditional) return {};
  const [tag, time] = status === 304 ? [etag, modified] : [headers.etag, headers["last-modified"]];
  return {
    ...(tag !== undefined && tag.length <= 500 && { etag: tag }),
    ...(time !== undefined && time.length <= 100 && { modified: time }),
  };
}

/** The items of an answer. @throws ProviderRefusal for what is not of the form that was asked for */
export function itemsOf(poll: Poll, { data, status }: ProviderAnswer): unknown[] {
  if (status === 304) return [];
  try {
    return pollItems(poll, data);
  } catch (error) {
    if (error instanceof FeedError) throw new ProviderRefusal(status, `what is no feed. ${error.message}`);
    throw error;
  }
}

/** Longer places, and those that the database does not take, are no places of a provider that could be asked again. */
const MAX_PLACE = 8192;

/** A place as it is kept in the cursor. @throws ProviderRefusal for one that cannot be kept */
export function toKeptPlace(place: string): string {
  if (place.length <= MAX_PLACE && isStorable(place)) return place;
  throw new ProviderRefusal(200, "with a place to go on at that cannot be kept: it is too long, or no text.");
}

/**
 * The token or URL of the next page.
 * @throws ProviderRefusal for a token that cannot be stored
 */
export function nextPage(poll: Poll, answer: ProviderAnswer): string | undefined {
  const page = pageIn(poll, answer);
  return page === undefined ? undefined : toKeptPlace(page);
}

function pageIn({ next }: Poll, { data, headers }: ProviderAnswer): string | undefined {
  if (!next) return undefined;
  if (next.path === "link") return /<([^>]+)>;\s*rel="?next"?/.exec(headers.link ?? "")?.[1];
  const value = valueAt(data, next.path);
  return typeof value === "string" && value !== "" ? value : typeof value === "number" ? String(value) : undefined;
}
