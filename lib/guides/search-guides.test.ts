/** The search of the guides, by questions of readers. */
import { expect, it } from "vitest";
import { operations } from "@/lib/api";
import { GUIDE_QUESTIONS, placeOfAnswer } from "@/test/guides/guide-questions";
import { searchGuides } from "./search-guides";

it.each(["constructor", "__proto__", "toString valueOf", "\u0000", "*(+[", "ẞ ﬁ"])(
  "%j is searched like any other word",
  async (words) => expect(Array.isArray(await searchGuides(words, operations))).toBe(true),
);

it("the first result answers at least 36 of forty questions, and the first three all of them", async () => {
  const answers = await Promise.all(
    GUIDE_QUESTIONS.map(async (row) => ({
      ...row,
      place: placeOfAnswer(row, await searchGuides(row.question, operations)),
    })),
  );
  expect(GUIDE_QUESTIONS).toHaveLength(40);
  expect(answers.filter(({ place }) => place < 0 || place > 2)).toEqual([]);
  const wrong = answers.filter(({ place }) => place !== 0);
  expect(wrong.length, JSON.stringify(wrong, null, 1)).toBeLessThanOrEqual(4);
});

/** `question: id of the operation`, which is among the first four. */
const OPERATIONS = `
list connected accounts: getConnectedAccounts
/api/v3/tools/execute/{tool_slug}: postToolsExecuteByToolSlug
POST /tools/execute: postToolsExecuteByToolSlug
delete an auth config: deleteAuthConfigsByNanoid`;

it.each(
  OPERATIONS.trim()
    .split("\n")
    .map((line) => line.split(": ") as [string, string]),
)("finds by %j the operation %s", async (question, id) => {
  const addresses = (await searchGuides(question, operations)).map(({ address }) => address);
  expect(addresses.slice(0, 4)).toContain(`/docs/api/${id}`);
});

/** `question: the part or the operation that is the first result`. */
const EXACT = `
create a connect link: api/postConnectedAccountsLink
refresh a connected account: api/postConnectedAccountsByNanoidRefresh
create inbox: api/inboxes.create
acknowledge events: api/inboxes.acknowledge
upload a file: api/postFilesUploadRequest
postAuthConfigs: api/postAuthConfigs
/api/v3/mcp/servers/generate: api/postMcpServersGenerate
PATCH /api/v3/org/project/config: api/patchOrgProjectConfig
POST /webhook_subscriptions/{id}/rotate_secret: api/webhookSubscriptions.rotateSecret
verify the signature: triggers-and-webhooks/webhooks#verify-the-signature
browser tokens: security-and-teams/api-keys#browser-tokens
reverse proxies: operate/containers#reverse-proxies
passkeys: security-and-teams/sign-in#passkeys
budgets: security-and-teams/policies#budgets
a receiver for all calls: security-and-teams/session-hooks#a-receiver-for-all-calls-of-the-project`;

it.each(
  EXACT.trim()
    .split("\n")
    .map((line) => line.split(": ") as [string, string]),
)("leads with %j to the part %s", async (question, part) => {
  expect((await searchGuides(question, operations))[0]?.address).toBe(`/docs/${part}`);
});
