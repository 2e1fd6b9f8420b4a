/** Forty questions of readers, and the guide that answers each. */

/** `question: guide` */
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

export type GuideQuestion = { question: string; guide: string };

export const GUIDE_QUESTIONS: readonly GuideQuestion[] = QUESTIONS.trim()
  .split("\n")
  .map((line) => {
    const [question = "", guide = ""] = line.split(": ");
    return { question, guide };
  });

/** The place of the guide among the results, from 0; -1 if it is not there. */
export const placeOfAnswer = ({ guide }: GuideQuestion, results: readonly { address: string }[]): number =>
  results.findIndex(({ address }) => address.split("#")[0] === `/docs/${guide}`);
