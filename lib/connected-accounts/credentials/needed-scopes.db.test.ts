/** The scopes of an auth config for chosen tools and trigger types, and the search for tools by scope. */
import { beforeAll, describe, expect, it } from "vitest";
import { forgetCatalog } from "@/lib/catalog/read/catalog";
import { findTools } from "@/lib/catalog/read/find-tools";
import { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { CATEGORIES, compiled, PROJECT, tool, toolkit, triggerType } from "@/test/builders/catalog";
import { installCompiled } from "@/test/catalog/install-compiled";
import { neededScopes, needsPerson } from "./scopes";

const scheme = (more: object = {}) =>
  ToolkitAuthScheme.parse({
    mode: "OAUTH2",
    name: "Talk",
    fields: {},
    oauth: { provider: "talk", authorizationUrl: "https://talk.dev/a", tokenUrl: "https://talk.dev/t", ...more },
    baseScopes: ["me"],
  });
const usual = ["me", "chat", "read"];
const scopesFor = (slugs: string[], available = ["me", "chat", "read", "hooks", "join", "write"], more: object = {}) =>
  neededScopes(PROJECT, scheme(more), { tools_for_connected_account_creation: slugs }, { usual, available });

beforeAll(async () => {
  const talk = toolkit("talk", "20260101_00", [
    tool("TALK_POST", { scopes: ["chat"] }),
    tool("TALK_LIKE", { scopes: ["write read"] }),
    tool("TALK_JOIN", { scopes: ["write", "join"] }),
    tool("TALK_PING", { scopes: [""] }),
    tool("TALK_UNKNOWN"),
  ]);
  const hook = triggerType("TALK_SAID", "talk");
  await installCompiled([compiled(talk)], CATEGORIES, {
    triggers: { hash: "talk", triggers: [{ ...hook, run: { ...hook.run, scopes: ["hooks read"] } }] },
  });
  forgetCatalog();
});

describe("the scopes of chosen tools", () => {
  it("are those that they take together, and those of every connection", async () => {
    expect(await scopesFor(["TALK_POST", "TALK_LIKE"])).toEqual(["me", "chat", "write", "read"]);
  });

  it("are those of every connection alone where any token will do", async () => {
    expect(await scopesFor(["TALK_PING"])).toEqual(["me"]);
  });

  it("include those of a chosen trigger type, by its name in any case", async () => {
    expect(await scopesFor(["TALK_PING", "talk_said"])).toEqual(["me", "hooks", "read"]);
  });

  it("include the usual scopes while those of one tool are not known", async () => {
    expect(await scopesFor(["TALK_UNKNOWN", "TALK_LIKE"])).toEqual(["chat", "me", "write", "read"]);
  });

  it("are those that the app, or the user whom it acts as, can be asked for", async () => {
    const twoKinds = { userScopeParam: "user_scope" };
    expect(await scopesFor(["TALK_JOIN"], ["me", "join"], twoKinds)).toEqual(["me", "join"]);
    expect(await scopesFor(["TALK_JOIN"], ["me"], twoKinds)).toEqual(["me"]);
  });
});

it("an auth config needs the person where a tool's scopes are offered to persons only", async () => {
  const needs = (slugs: string[], more: object = { userScopeParam: "user_scope" }) => {
    const separate = {
      ...scheme(more),
      availableScopes: ["me", "chat", "join"],
      availableUserScopes: ["read", "write"],
    };
    return needsPerson(PROJECT, separate, { tools_for_connected_account_creation: slugs });
  };
  expect(await needs(["TALK_POST", "TALK_LIKE"])).toBe(true);
  expect(await needs(["TALK_POST", "TALK_JOIN", "TALK_PING", "TALK_UNKNOWN"])).toBe(false);
  expect(await needs(["TALK_LIKE"], {})).toBe(false);
});

it("finds a tool by each of the scopes that it takes together", async () => {
  const slugs = async (scope: string) =>
    (await findTools(PROJECT, { scopes: [scope], limit: 10 })).items.map(({ slug }) => slug);
  expect((await slugs("read")).sort()).toEqual(["TALK_LIKE"]);
  expect((await slugs("write")).sort()).toEqual(["TALK_JOIN", "TALK_LIKE"]);
});
