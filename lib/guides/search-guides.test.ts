/** Forty questions of readers, and the guide that answers each. */
import { expect, it } from "vitest";
import { operations } from "@/lib/api";
import { searchGuides } from "./search-guides";

/** `question: guide#heading`; a question without a heading is answered by any part of the guide. */
const QUESTIONS = `
how do I make my first call: start/first-call
connect a user's account: start/first-call
connect accounts in a popup: connect-users/connect-popup
let users disconnect their accounts: connect-users/connections-page
verify who connected: connect-users/callback-verification
scopes of google: connect-users/google-app
is the api key checked: connect-users/proof
execute tool pagination: run-tools/executing
idempotency key: run-tools/executing
hide a tool: run-tools/changed-tools
search tools: run-tools/finding-tools
create session for a user: agents-and-sessions/sessions
meta tools: agents-and-sessions/meta-tools
human approval before a call: agents-and-sessions/approvals
console language model: agents-and-sessions/console
claude mcp url: quickstarts/claude-code
mcp oauth: mcp/mcp-servers
run python: workbench/running-code
bash sandbox network: workbench/running-code
create trigger: triggers-and-webhooks/triggers
verify webhook signature: triggers-and-webhooks/webhooks
websocket events: triggers-and-webhooks/webhooks
import openapi: own-toolkits/from-a-document
graphql tool: own-toolkits/by-hand
integration.yaml: own-toolkits/integration-yaml
mcp server as toolkit: own-toolkits/mcp-servers
scoped api key: security-and-teams/api-keys
rotate key: security-and-teams/api-keys
invite teammate: security-and-teams/members
audit export: security-and-teams/audit
block credit card numbers: security-and-teams/policies
prompt injection: security-and-teams/session-hooks
docker compose: operate/containers
kubernetes helm: operate/containers
restore backup: operate/backup
environment variables: operate/settings
prometheus metrics: operate/watching
external postgresql several servers: operate/several-copies
migrate from composio: migrate/from-composio
composio-core old sdk: migrate/older-api`;

const rows = QUESTIONS.trim()
  .split("\n")
  .map((line) => line.split(": ") as [string, string]);

it.each(["constructor", "__proto__", "toString valueOf", "\u0000", "*(+[", "ẞ ﬁ"])(
  "%j is searched like any other word",
  async (words) => expect(Array.isArray(await searchGuides(words, operations))).toBe(true),
);

it("the first result answers at least 36 of forty questions, and the first three all of them", async () => {
  const answers = await Promise.all(
    rows.map(async ([question, guide]) => {
      const addresses = (await searchGuides(question, operations)).map(({ address }) => address.split("#")[0]);
      return { question, guide, place: addresses.indexOf(`/docs/${guide}`) };
    }),
  );
  expect(rows).toHaveLength(40);
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
