/** Reads JSON Feed (https://www.jsonfeed.org/version/1.1/) into the entries that other feeds have. Pure. */
import { cutText } from "./storable";
import { FeedError, MAX_CATEGORIES, MAX_CATEGORY, MAX_ITEMS, MAX_TEXT, type FeedItem } from "./parse-feed";
import { isObject, type Values } from "./is-object";

const VERSION = /^https?:\/\/(www\.)?jsonfeed\.org\/version\//;

/** A text that is not empty, or a number as one: ids of both kinds are in use. */
function textOf(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? cutText(value, MAX_TEXT).trim() : null;
}

/** The first author; version 1 had only one. */
function authorOf({ authors, author }: Values): string | null {
  const first: unknown = Array.isArray(authors) ? authors[0] : author;
  return isObject(first) ? textOf(first.name) : null;
}

function toItem(entry: Values): FeedItem | undefined {
  const link = textOf(entry.url) ?? textOf(entry.external_url);
  const id = textOf(entry.id) ?? link;
  if (id === null) return undefined;
  const updated = textOf(entry.date_modified);
  const tags = Array.isArray(entry.tags) ? entry.tags.slice(0, MAX_CATEGORIES) : [];
  return {
    id,
    title: textOf(entry.title),
    link,
    published: textOf(entry.date_published) ?? updated,
    updated,
    author: authorOf(entry),
    summary: textOf(entry.summary),
    content: textOf(entry.content_html) ?? textOf(entry.content_text),
    categories: tags.flatMap((tag) => cutText(textOf(tag) ?? "", MAX_CATEGORY) || []),
  };
}

/**
 * The entries of a feed, in its order; of a long one the first 500. One without an id and an address is left out.
 * @param feed JSON that was parsed, whose size whoever parsed it has bounded
 * @throws FeedError for what is no such feed
 */
export function readJsonFeed(feed: unknown): FeedItem[] {
  if (!isObject(feed) || !VERSION.test(String(feed.version)) || !Array.isArray(feed.items))
    throw new FeedError("It is neither RSS, Atom nor JSON Feed.");
  return feed.items.slice(0, MAX_ITEMS).flatMap((entry) => (isObject(entry) ? (toItem(entry) ?? []) : []));
}
