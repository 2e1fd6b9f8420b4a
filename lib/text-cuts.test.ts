/** Texts of others are cut between characters: half of one is refused by the database, or shown as a broken sign. */
import { describe, expect, it } from "vitest";
import { cleanMessage } from "./connected-accounts/oauth/provider-error";
import { failureInSuccess } from "./execution/answer/failure-in-success";
import { findProviderMessage } from "./execution/answer/provider-message";
import { ApiError } from "./kernel/errors";
import { parseFeed } from "./kernel/text/parse-feed";
import { readJsonFeed } from "./kernel/text/read-json-feed";
import { toLogSource } from "./logs/log-source";
import { errorText } from "./sessions/error-text";
import { readMetadata } from "./oauth-server/client-metadata";

const feed = (tag: string, text: string) => `<rss><item><guid>1</guid><${tag}>${text}</${tag}></item></rss>`;
const jsonFeed = (entry: object) => ({ version: "https://jsonfeed.org/version/1.1", items: [{ id: "1", ...entry }] });

/** The texts that are cut, and the limit of each in UTF-16 units. */
const CUTS: Record<string, [number, (text: string) => unknown]> = {
  "the message of a provider, a text": [500, (text) => findProviderMessage(text)],
  "the message of a provider, in JSON": [500, (text) => findProviderMessage({ message: text })],
  "the messages of a provider, in a list": [500, (text) => findProviderMessage([{ message: text }])],
  "the reason of a failure inside a success": [500, (text) => failureInSuccess({ success: false, error: text })],
  "the message of a refused sign-in": [300, (text) => cleanMessage(text, [])],
  "the text of a feed's entry": [64 * 1024, (text) => parseFeed(feed("title", text))[0]?.title],
  "the category of a feed's entry": [500, (text) => parseFeed(feed("category", text))[0]?.categories[0]],
  "the text of an entry in JSON": [64 * 1024, (text) => readJsonFeed(jsonFeed({ title: text }))[0]?.title],
  "the tag of an entry in JSON": [500, (text) => readJsonFeed(jsonFeed({ tags: [text] }))[0]?.categories[0]],
  "what a client says of itself": [120, (text) => toLogSource({ get: () => text }).host],
  "a refusal in one text": [4000, (text) => errorText(new ApiError("BadRequest", text))],
  "the name of an OAuth client": [
    80,
    (text) => readMetadata({ redirect_uris: ["https://app.example/back"], client_name: text }).name,
  ],
};

describe.each(Object.entries(CUTS))("%s", (_, [most, cut]) => {
  it.each([-3, -2, -1, 0])("is whole with an emoji at its end, moved by %i", (shift) => {
    const text = `${"x".repeat(most + shift)}😀yyy`;
    const result = cut(text);
    expect(typeof result).toBe("string");
    const { length } = result as string;
    expect(length).toBeLessThanOrEqual(most);
    expect(length).toBeGreaterThanOrEqual(most - 1);
    expect(text.startsWith(result as string)).toBe(true);
    expect((result as string).isWellFormed()).toBe(true);
  });
});
