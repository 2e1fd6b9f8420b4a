/** One event of the audit trail as a sentence in plain English: `Ada revoked the API key “ci”`. Pure. */
import { AUDIT_THINGS, type AuditOutcome } from "@/lib/contract/audit-things";

/** A verb as a plan and as a fact. */
type Verb = readonly [base: string, past: string];

const regular = (base: string): Verb => [base, base.endsWith("e") ? `${base}d` : `${base}ed`];

/** The part of an action after its point. */
const VERBS: Readonly<Record<string, Verb>> = {
  allow: regular("allow"),
  change_status: ["change the status of", "changed the status of"],
  check: regular("check"),
  claim: regular("claim"),
  create: regular("create"),
  delete: regular("delete"),
  disconnect: regular("disconnect"),
  end: regular("end"),
  export: regular("export"),
  generate: ["create URLs of", "created URLs of"],
  import: regular("import"),
  link: ["create a connect link for", "created a connect link for"],
  prove: regular("prove"),
  publish: regular("publish"),
  reconnect: regular("reconnect"),
  read: ["open", "opened"],
  read_secret: ["show the secret of", "showed the secret of"],
  refresh: regular("refresh"),
  replace: regular("replace"),
  resend: ["resend", "resent"],
  revoke: regular("revoke"),
  rotate: regular("rotate"),
  roll_back: ["roll back", "rolled back"],
  sample: ["send a test of", "sent a test of"],
  set: ["change", "changed"],
  start: regular("start"),
  stop: ["stop", "stopped"],
  switch: ["switch on or off", "switched on or off"],
  sync: regular("sync"),
  test: regular("test"),
  try: ["try", "tried"],
  update: ["change", "changed"],
  upload: ["upload", "uploaded"],
  upsert: ["save", "saved"],
};

/** The thing of an action, where its name is not that of the filter in the singular. */
const NOUNS: Readonly<Record<string, string>> = {
  added_tool: "the added tool",
  approval: "the approval",
  approval_policy: "the approval policy",
  approval_rule: "the approval rule",
  audit: "the audit trail",
  auth_config: "the auth config",
  connected_account: "the connected account",
  language_model: "the language model settings",
  mcp_sign_in: "the sign-in settings of MCP",
  organization: "the organization",
  organization_policy: "the policy of the organization",
  own_toolkit: "the toolkit",
  policy: "the policy",
  profile: "their profile",
  project: "the project",
  project_config: "the project settings",
  server: "the server",
  session_config: "the saved rules",
  setup: "the setup",
  tool_log: "the tool log",
  tool_override: "the changed tool",
  tool_webhook: "the tool-execution webhook",
  usage: "the usage",
  approval_mail: "the mail server for approvals",
  approval_slack: "the Slack channel for approvals",
  web_search: "the web search settings",
  webhook_endpoint: "the provider endpoint",
  webhook_subscription: "the webhook endpoint",
  workbench_egress: "the hosts of sandboxes",
  wrong_result: "the report of wrong results",
};

/** Actions that need words of their own; a target follows them. */
const PHRASES: Readonly<Record<string, Verb>> = {
  "added_tool.introspect": ["read the schema of the GraphQL API", "read the schema of the GraphQL API"],
  "approval.create_link": ["create a link to the approval", "created a link to the approval"],
  "approval.decide": ["decide the approval", "decided the approval"],
  "approval_mail.test": ["send a test mail", "sent a test mail"],
  "approval_slack.test": ["send a test message to Slack", "sent a test message to Slack"],
  "approval.decide_many": ["decide many approvals", "decided many approvals"],
  "audit.export_chain": ["export the chain of the audit trail", "exported the chain of the audit trail"],
  "auth_config.test_redirect": [
    "test the redirect URI of the auth config",
    "tested the redirect URI of the auth config",
  ],
  "cli_session.cancel": ["cancel the sign-in of the command line", "canceled the sign-in of the command line"],
  "cli_session.confirm": ["confirm the sign-in of the command line", "confirmed the sign-in of the command line"],
  "connected_account.change_many": ["change many connected accounts", "changed many connected accounts"],
  "connected_account.complete_auth": ["complete the connection", "completed the connection"],
  "event.export": ["export event logs", "exported event logs"],
  "event.read": ["open the event", "opened the event"],
  "event.replay": ["replay the event", "replayed the event"],
  "event.resend_many": ["resend many events", "resent many events"],
  "invitation.accept": ["accept the invitation", "accepted the invitation"],
  "invitation.create": ["invite", "invited"],
  "mcp_address.end_all": ["end every MCP URL of", "ended every MCP URL of"],
  "mcp_tool.describe": ["describe the MCP tool", "described the MCP tool"],
  "member.change_role": ["change the role of", "changed the role of"],
  "member.leave": ["leave the organization", "left the organization"],
  "member.change_role_by_sso": ["follow their groups to another role", "followed their groups to another role"],
  "member.join_by_sso": ["join by single sign-on", "joined by single sign-on"],
  "member.remove": ["remove the member", "removed the member"],
  "member.reset_second_factor": ["reset the two-step sign-in of", "reset the two-step sign-in of"],
  "organization.require_second_step": [
    "change whether two-step sign-in is required in",
    "changed whether two-step sign-in is required in",
  ],
  "organization.require_sso": [
    "change whether single sign-on is required in",
    "changed whether single sign-on is required in",
  ],
  "own_toolkit.approve_tools": ["approve the changed tools of", "approved the changed tools of"],
  "own_toolkit.reject_tools": ["reject the changed tools of", "rejected the changed tools of"],
  "organization_policy.order": [
    "change the order of the organization’s policies",
    "changed the order of the organization’s policies",
  ],
  "policy.order": ["change the order of policies", "changed the order of policies"],
  "profile.change_password": ["change their password", "changed their password"],
  "profile.begin_passkey": ["begin to add a passkey", "began to add a passkey"],
  "profile.add_passkey": ["add a passkey", "added the passkey"],
  "profile.delete_passkey": ["delete a passkey", "deleted the passkey"],
  "profile.begin_second_factor": ["begin to set up two-step sign-in", "began to set up two-step sign-in"],
  "profile.confirm_sign_in": ["confirm their sign-in", "confirmed their sign-in"],
  "profile.end_sign_in": ["end one of their sign-ins", "ended one of their sign-ins"],
  "profile.renew_recovery_codes": ["renew their recovery codes", "renewed their recovery codes"],
  "profile.turn_off_second_factor": ["turn off their two-step sign-in", "turned off their two-step sign-in"],
  "profile.turn_on_second_factor": ["turn on their two-step sign-in", "turned on their two-step sign-in"],
  "profile.enter_wrong_code": ["sign in with a wrong code", "signed in with a wrong code"],
  "profile.use_recovery_code": ["sign in with a recovery code", "signed in with a recovery code"],
  "profile.sign_out_everywhere": ["sign out everywhere", "signed out everywhere"],
  "sandbox.stop_any": ["stop the sandbox", "stopped the sandbox"],
  "server.wake": ["wake the restored server", "woke the restored server"],
  "setup.complete": ["set up the server", "set up the server"],
  "tool_log.export": ["export tool logs", "exported tool logs"],
  "tool_webhook.rotate_secret": [
    "rotate the secret of the tool-execution webhook",
    "rotated the secret of the tool-execution webhook",
  ],
  "trigger.change_many": ["change many triggers", "changed many triggers"],
  "trigger.renew_hook": ["renew the hook of the trigger", "renewed the hook of the trigger"],
  "webhook_subscription.clear_inbox": [
    "clear the inbox of the webhook endpoint",
    "cleared the inbox of the webhook endpoint",
  ],
  "webhook_subscription.end_previous_secret": [
    "end the previous secret of the webhook endpoint",
    "ended the previous secret of the webhook endpoint",
  ],
  "webhook_subscription.rotate_secret": [
    "rotate the secret of the webhook endpoint",
    "rotated the secret of the webhook endpoint",
  ],
};

/** Things whose only object is the project, the person or the organization itself. */
const ALONE = new Set([
  "profile",
  "project_config",
  "approval_mail",
  "approval_policy",
  "approval_slack",
  "language_model",
  "web_search",
  "mcp_sign_in",
]);

const ACTORS: Readonly<Record<string, string>> = {
  apiKey: "An API key",
  address: "An MCP URL",
  session: "A member",
  sessionKey: "A session key",
  userKey: "A member's key",
  user: "A person",
  organization: "An organization key",
  endUser: "The user",
  link: "A person with a link",
  operator: "The operator",
  anonymous: "A visitor",
};

export type AuditChange = { field: string; from: string | null; to: string | null };

export type SentenceParts = {
  action: string;
  actor: { kind: string; id: string | null; name: string | null };
  target: { id: string | null; name: string | null };
  outcome: AuditOutcome;
  status: number;
  changes: readonly AuditChange[];
};

const inWords = (name: string): string => name.replaceAll("_", " ");
const quoted = (text: string): string => `“${text}”`;

const nounOf = (thing: string): string => {
  const label = (AUDIT_THINGS as Readonly<Record<string, string>>)[thing];
  return NOUNS[thing] ?? `the ${label ? lowerFirst(label).replace(/s$/, "") : inWords(thing)}`;
};

/** Abbreviations keep their capitals. */
const lowerFirst = (text: string): string =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** Whether an action has words here; others are shown by their names. */
export function hasWords(action: string): boolean {
  const [thing = "", verb = ""] = action.split(".");
  return Object.hasOwn(PHRASES, action) || (Object.hasOwn(AUDIT_THINGS, thing) && Object.hasOwn(VERBS, verb));
}

/** The act as a plan ("revoke the API key") and as a fact. */
function toVerb(action: string): Verb {
  const [thing = "", verb = ""] = action.split(".");
  const [base, past] = VERBS[verb] ?? [inWords(verb), inWords(verb)];
  return PHRASES[action] ?? [`${base} ${nounOf(thing)}`, `${past} ${nounOf(thing)}`];
}

/** The person or program of an event: `Ada`, `The API key “ci”`, `The user “u-1”`. */
export function toActorWords({ kind, id, name }: SentenceParts["actor"]): string {
  if (kind === "session" || kind === "user" || kind === "userKey") return name ?? `${ACTORS[kind]} ${id ?? ""}`.trim();
  const words = ACTORS[kind] ?? inWords(kind);
  const label = name ?? id;
  return label === null ? words : `${words.replace(/^An? /, "The ")} ${quoted(label)}`;
}

function toTargetWords(action: string, { id, name }: SentenceParts["target"]): string {
  const label = name ?? id;
  return label === null || ALONE.has(action.split(".")[0] ?? "") ? "" : ` ${quoted(label)}`;
}

const toValue = (text: string | null): string => (text === null || text === "" ? "nothing" : quoted(text));

function toChangeWords(action: string, changes: readonly AuditChange[]): string {
  const [change] = changes;
  if (!change) return "";
  if (changes.length > 1) return `: ${changes.map(({ field }) => inWords(field)).join(", ")}`;
  const isPlain = action === "member.change_role";
  return `${isPlain ? "" : `: ${inWords(change.field)}`} from ${toValue(change.from)} to ${toValue(change.to)}`;
}

export function toSentence({ action, actor, target, outcome, status, changes }: SentenceParts): string {
  const [base, past] = toVerb(action);
  const who = toActorWords(actor);
  const object = toTargetWords(action, target);
  if (outcome === "done") return `${who} ${past}${object}${toChangeWords(action, changes)}`;
  if (outcome === "failed") return `${who} could not ${base}${object}: the server failed (${status})`;
  if (outcome === "unknown") return `${who} tried to ${base}${object}: the server stopped, and it may have been done`;
  return status === 403
    ? `${who} was not allowed to ${base}${object}`
    : `${who} tried to ${base}${object}, and was refused (${status})`;
}
