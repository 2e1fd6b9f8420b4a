/** Scopes that are recommended for tools of the catalog, in their versions. */
import { beforeAll, describe, expect, it } from "vitest";
import { compiled, load, PROJECT, tool, toolkit } from "@/test/builders/catalog";
import { ToolkitAuthScheme } from "../toolkit-auth-scheme";
import { adviseScopes, findGrantContexts } from "./advise-scopes";

const [first, second] = ["20260401_00", "20260501_00"];
const oauth = {
  provider: "chat",
  authorizationUrl: "https://chat.example.com/a",
  tokenUrl: "https://chat.example.com/t",
};
const SCHEME = ToolkitAuthScheme.parse({ mode: "OAUTH2", name: "OAuth", fields: {}, oauth });
const SPLIT = ToolkitAuthScheme.parse({
  ...SCHEME,
  oauth: { ...oauth, userScopeParam: "user_scope" },
  actsAs: "user",
  availableScopes: ["chat:write", "bot"],
  availableUserScopes: ["chat:write", "search"],
});

const files = (version: string) => ({
  ...toolkit("files", version, [
    tool("FILES_READ", { scopes: version === first ? ["full"] : ["full", "read"] }),
    tool("FILES_ERASE", { scopes: ["full"] }),
    tool("FILES_PING", {}),
  ]),
  authSchemes: [SCHEME],
  noAuth: false,
});
const chat = {
  ...toolkit("chat", first, [tool("CHAT_SEND", { scopes: ["chat:write"] }), tool("CHAT_FIND", { scopes: ["search"] })]),
  authSchemes: [SPLIT],
  noAuth: false,
};

const LATEST = { scheme: "OAUTH2", versions: { asked: "latest" } } as const;
const QUESTION = { ...LATEST, slugs: [] as string[], context: {}, wishes: { include: [], exclude: [] } };

beforeAll(async () => {
  await load(compiled(files(first)));
  await load(compiled(files(second)), compiled(chat));
});

describe("a recommendation", () => {
  it("is for the named tools, or for all tools of the toolkit", async () => {
    expect(await adviseScopes(PROJECT, "files", { ...QUESTION, slugs: ["FILES_READ"] })).toEqual({
      version: second,
      grantContext: {},
      scopes: { leastPrivilege: ["read"], fewest: ["full"] },
    });
    expect((await adviseScopes(PROJECT, "files", QUESTION)).scopes.leastPrivilege).toEqual(["full"]);
  });

  it("is for the version that is asked for, and refuses one that does not exist", async () => {
    const older = { ...QUESTION, slugs: ["FILES_READ"], versions: { asked: first } };
    expect(await adviseScopes(PROJECT, "files", older)).toMatchObject({
      version: first,
      scopes: { leastPrivilege: ["full"] },
    });
    await expect(
      adviseScopes(PROJECT, "files", { ...older, versions: { asked: "20200101_00", strict: true } }),
    ).rejects.toMatchObject({ kind: "NotFound", message: "toolkit_version: files has no version 20200101_00." });
  });

  it("names the tools that cannot run within the wishes", async () => {
    const wishes = { include: [], exclude: [], available: ["read"] };
    await expect(adviseScopes(PROJECT, "files", { ...QUESTION, wishes })).rejects.toMatchObject({
      kind: "BadRequest",
      details: { slug: "scope_not_available", errors: ["FILES_ERASE needs full."] },
    });
    const excluded = { include: [], exclude: ["full"] };
    await expect(
      adviseScopes(PROJECT, "files", { ...QUESTION, slugs: ["FILES_ERASE"], wishes: excluded }),
    ).rejects.toMatchObject({ details: { slug: "scope_excluded" } });
  });

  it("refuses a scope that is both wished and excluded, a foreign tool and a scheme that the toolkit lacks", async () => {
    const both = { include: ["read"], exclude: ["read"] };
    await expect(adviseScopes(PROJECT, "files", { ...QUESTION, wishes: both })).rejects.toThrow("include: read");
    await expect(adviseScopes(PROJECT, "files", { ...QUESTION, slugs: ["CHAT_SEND"] })).rejects.toThrow(
      "tools: CHAT_SEND is a tool of chat.",
    );
    await expect(adviseScopes(PROJECT, "files", { ...QUESTION, scheme: "API_KEY" })).rejects.toThrow("auth_scheme");
  });
});

describe("a provider that grants its app and its user separately", () => {
  it("has a context for whom calls are made as", async () => {
    expect(await findGrantContexts(PROJECT, "chat", LATEST)).toMatchObject({
      dimensions: [{ dimension: "act_as", values: ["user", "app"] }],
      usual: { act_as: "user" },
    });
    expect(await findGrantContexts(PROJECT, "files", LATEST)).toMatchObject({ dimensions: [], usual: {} });
  });

  it("recommends what can be granted in the context", async () => {
    expect((await adviseScopes(PROJECT, "chat", QUESTION)).scopes.leastPrivilege).toEqual(["chat:write", "search"]);
    const asApp = await adviseScopes(PROJECT, "chat", { ...QUESTION, context: { act_as: "app" } });
    expect(asApp).toMatchObject({ grantContext: { act_as: "app" }, scopes: { leastPrivilege: ["chat:write"] } });
    await expect(
      adviseScopes(PROJECT, "chat", { ...QUESTION, slugs: ["CHAT_FIND"], context: { act_as: "app" } }),
    ).rejects.toMatchObject({ details: { slug: "scope_not_available" } });
  });

  it("refuses a context that the toolkit does not have", async () => {
    await expect(adviseScopes(PROJECT, "chat", { ...QUESTION, context: { act_as: "nobody" } })).rejects.toThrow(
      "grant_context: act_as = nobody",
    );
    await expect(adviseScopes(PROJECT, "files", { ...QUESTION, context: { act_as: "app" } })).rejects.toThrow(
      "grant_context",
    );
  });
});
