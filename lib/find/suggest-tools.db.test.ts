/** Tools that are suggested while somebody types, as Find would order them. */
import { beforeAll, beforeEach, expect, it } from "vitest";
import { GET as route } from "@/app/api/v3/internal/patchbay/find/suggestions/route";
import { createApiKey } from "@/lib/access/keys/api-keys";
import { putOverride } from "@/lib/catalog/change-overrides/put-override";
import { beginConnection } from "@/lib/connected-accounts/manage/begin-connection";
import { createAuthConfig } from "@/lib/auth-configs/auth-configs";
import { ToolkitAuthScheme } from "@/lib/catalog/toolkit-auth-scheme";
import { db } from "@/lib/kernel/database/db";
import { compiled, load, tool, toolkit } from "@/test/builders/catalog";
import { callRoute } from "@/test/builders/members";
import { createTestOwner } from "@/test/builders/owners";
import { find } from "./find";
import { suggestTools } from "./suggest-tools";

const KEYED = ToolkitAuthScheme.parse({
  mode: "API_KEY",
  name: "Key",
  fields: { connectedAccountInitiation: [{ name: "api_key", displayName: "Key", description: "Key", isSecret: true }] },
  apply: [{ in: "header", name: "authorization", value: "Bearer {api_key}" }],
});
const letters = (slug: string) => ({
  ...toolkit(slug, "20260101_00", [
    tool(`${slug.toUpperCase()}_SEND_LETTER`, { name: "Send a letter", tags: ["createHint"] }),
    tool(`${slug.toUpperCase()}_LIST_LETTERS`, { name: "List letters" }),
  ]),
  authSchemes: [KEYED],
  noAuth: false,
});

let projectId: string;

beforeAll(() =>
  load(
    compiled(
      toolkit("chat", "20260101_00", [
        tool("CHAT_SEND_MESSAGE", { name: "Send a message to a channel", tags: ["createHint"] }),
        tool("CHAT_POST_MESSAGE", { name: "Send a message to a channel", tags: ["createHint"] }),
        tool("CHAT_OLD_MESSAGE", { name: "Send a message", tags: ["createHint"], deprecated: true }),
        tool("CHAT_LIST_CHANNELS", { name: "List channels" }),
      ]),
    ),
    compiled(letters("owlpost")),
    compiled(letters("snailmail")),
  ),
);
beforeEach(async () => {
  ({ projectId } = await createTestOwner());
});

const suggest = async (text: string) => (await suggestTools(projectId, text)).items.map(({ slug }) => slug);

it("completes the last word, and names tools of the same name once and deprecated tools never", async () => {
  expect(await suggest("chat mess")).toEqual([expect.stringMatching(/^CHAT_(SEND|POST)_MESSAGE$/)]);
  expect(await suggestTools(projectId, "chat mess")).toMatchObject({
    items: [{ name: "Send a message to a channel", toolkit: { slug: "chat", name: "chat" } }],
  });
  expect(await suggest("list chan")).toContain("CHAT_LIST_CHANNELS");
  expect(await suggest("zzzz")).toEqual([]);
});

it("has the order of Find for whole words, with tools of connected apps before others of the same fit", async () => {
  for (const toolkitSlug of ["owlpost", "snailmail"]) {
    const { id } = await createAuthConfig(projectId, { toolkitSlug, managed: false, scheme: "API_KEY" });
    const values = { api_key: "a-key-of-tests" };
    const { account } = await beginConnection(projectId, { authConfigId: id, userId: "ada", values });
    await db.connectedAccount.update({ where: { id: account.id }, data: { status: "ACTIVE" } });
    for (const text of ["send a letter", "send a let"])
      expect((await suggest(text))[0], `${text} at ${toolkitSlug}`).toBe(`${toolkitSlug.toUpperCase()}_SEND_LETTER`);
    const { steps } = await find(projectId, { request: "send a letter" });
    expect(steps[0]?.primary[0]?.slug).toBe((await suggest("send a letter"))[0]);
    await db.connectedAccount.update({ where: { id: account.id }, data: { status: "REVOKED" } });
  }
});

it("leaves out what the project has hidden, and nothing for another project", async () => {
  await putOverride(projectId, "CHAT_LIST_CHANNELS", { hidden: true, arguments: {} });
  expect(await suggest("list channels")).not.toContain("CHAT_LIST_CHANNELS");
  const stranger = await createTestOwner();
  const { items } = await suggestTools(stranger.projectId, "list channels");
  expect(items.map(({ slug }) => slug)).toContain("CHAT_LIST_CHANNELS");
});

it("401 without a key; nothing without a text", async () => {
  const { key } = await createApiKey(projectId, { name: "tests" });
  expect((await callRoute(route, {})).status).toBe(401);
  expect(await callRoute(route, { "x-api-key": key })).toMatchObject({ status: 200, body: { items: [] } });
});
