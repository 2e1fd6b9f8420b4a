/** Older names and forms of meta tools are read as the published forms. */
import { expect, it } from "vitest";
import { inPublishedForm, publishedName } from "./in-published-form";

it.each([
  ["COMPOSIO_MANAGE_CONNECTION", "COMPOSIO_MANAGE_CONNECTIONS"],
  ["COMPOSIO_WAIT_FOR_CONNECTION", "COMPOSIO_WAIT_FOR_CONNECTIONS"],
  ["COMPOSIO_SEARCH_TOOLS", "COMPOSIO_SEARCH_TOOLS"],
  ["CONSTRUCTOR", "CONSTRUCTOR"],
  ["constructor", "constructor"],
])("%s means %s", (name, published) => expect(publishedName(name)).toBe(published));

it.each([
  [
    "COMPOSIO_MANAGE_CONNECTIONS",
    { toolkit: "gmail", reinitiate: true },
    { toolkits: ["gmail"], reinitiate_all: true },
  ],
  ["COMPOSIO_MANAGE_CONNECTIONS", { toolkits: "gmail, slack" }, { toolkits: ["gmail", "slack"] }],
  ["COMPOSIO_WAIT_FOR_CONNECTIONS", { toolkits: ["gmail"], timeout_seconds: 5 }, { toolkits: ["gmail"], timeout: 5 }],
  ["COMPOSIO_WAIT_FOR_CONNECTIONS", { timeout_seconds: 5, timeout: 9 }, { timeout_seconds: 5, timeout: 9 }],
])("%s reads %j", (slug, input, expected) => expect(inPublishedForm(slug, input)).toEqual(expected));
