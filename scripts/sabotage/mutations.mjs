// Guards whose loss the tests must detect; one file for each room, or for two small rooms.
import { access } from "./access.mjs";
import { approvals } from "./approvals.mjs";
import { authConfigs } from "./auth-configs.mjs";
import { connectedAccounts } from "./connected-accounts.mjs";
import { execution } from "./execution.mjs";
import { factors } from "./factors.mjs";
import { filesAndLogs } from "./files-and-logs.mjs";
import { find } from "./find.mjs";
import { http } from "./http.mjs";
import { kernel } from "./kernel.mjs";
import { listener } from "./listener.mjs";
import { languageModel } from "./language-model.mjs";
import { mcpAndCatalog } from "./mcp-and-catalog.mjs";
import { members } from "./members.mjs";
import { metaTools } from "./meta-tools.mjs";
import { oauthServer } from "./oauth-server.mjs";
import { olderForms } from "./older-forms.mjs";
import { outbound } from "./outbound.mjs";
import { proofs } from "./proofs.mjs";
import { reach } from "./reach.mjs";
import { sessionKeys } from "./session-keys.mjs";
import { sessionSearch } from "./session-search.mjs";
import { triggers } from "./triggers.mjs";
import { startAndSignIn } from "./start-and-sign-in.mjs";
import { verifiedCallbacks } from "./verified-callbacks.mjs";
import { webhooks } from "./webhooks.mjs";

/** @type {import("./mutate.mjs").Mutation[]} */
export const MUTATIONS = [
  ...kernel,
  ...outbound,
  ...http,
  ...listener,
  ...access,
  ...factors,
  ...members,
  ...sessionKeys,
  ...reach,
  ...authConfigs,
  ...connectedAccounts,
  ...proofs,
  ...verifiedCallbacks,
  ...execution,
  ...filesAndLogs,
  ...find,
  ...sessionSearch,
  ...languageModel,
  ...mcpAndCatalog,
  ...oauthServer,
  ...metaTools,
  ...triggers,
  ...webhooks,
  ...approvals,
  ...startAndSignIn,
  ...olderForms,
];
