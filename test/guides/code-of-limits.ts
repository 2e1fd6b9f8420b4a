/** The place in the code of each limit in the guide of limits. */

/** The row, the file in `lib/`, the constant, and the form in which the guide writes its value. */
const ROWS = `
Proofs of credentials, for a project: connected-accounts/proof/prove-credentials LIMIT rate
Proofs of credentials, for a link: connected-accounts/accounts/connect-links MAX_PROOFS count
Wrong passwords for one email from one address: access/sign-in/sign-in-tries MAX_TRIES count
Wrong codes of the second step: access/sign-in/sign-in-tries MAX_FACTOR_TRIES count
Begun single sign-ons from one address: access/sso/begin-sso LIMIT rate
Reports of leaked keys from one address: access/keys/revoke-leaked-keys LIMIT rate
Body of a request: http/api-door/read-body MAX_BODY_BYTES bytes
Body without a credential: http/api-door/read-body OPEN_BODY_BYTES bytes
Time for a body to arrive: http/api-door/read-body BODY_TIMEOUT_MS ms
Levels of JSON in a body: kernel/json/read-json REQUEST_BOUNDS.depth count
Values of JSON in a body: kernel/json/read-json REQUEST_BOUNDS.values count
Names of JSON in a body: kernel/json/read-json REQUEST_BOUNDS.names count
Large bodies that a project sends at the same time: http/api-door/hold-body MOST_OF_PROJECT bytes
Parameters in a URL: http/api-door/query-object MAX_PARAMETERS count
Length of an ID: contract/texts MAX_ID count
Length of a URL in a field: contract/texts MAX_URL count
Response that an \`Idempotency-Key\` repeats: kernel/idempotency/key-rows MAX_ANSWER_CHARACTERS characters
Time of an execution: execution/sending/sender LIMIT_MS ms
Response of a provider: kernel/outbound/send MAX_BYTES bytes
Levels of JSON in a response: kernel/json/read-json ANSWER_BOUNDS.depth count
Values of JSON in a response: kernel/json/read-json ANSWER_BOUNDS.values count
Large responses that a project reads at the same time: kernel/outbound/answer-room MOST_OF_PROJECT bytes
File inside a response: execution/answer/tool-response MAX_INLINE_BYTES bytes
URL of a request: execution/request/http-tool MAX_URL_LENGTH characters
Problems that a response lists: execution/request/argument-problems MAX_PROBLEMS count
Retries of a busy provider: execution/sending/retry MAX_RETRIES count
All pages of \`auto_paginate\`: execution/paging/auto-paginate MAX_BYTES bytes
Age of an earlier response from \`cache\`: execution/through-cache LONGEST_MS ms
Time to read a call in plain words (\`text\`): execution/text-arguments TIMEOUT_MS ms
Time of a hook: execution/hook-run HOOK_MS ms
Time of all hooks before or after a call: execution/hook-run PHASE_MS ms
Calls in one check of calls: execution/fit/constants MAX_CALLS count
Time for a consent at the provider: connected-accounts/connect/consent-state LIFE_SECONDS seconds
Time for the response of a verifier: connected-accounts/connect/create-callback-session LIFE_SECONDS seconds
Time for a provider to issue a token: connected-accounts/oauth/oauth2 TOKEN_TIMEOUT_MS ms
Fields of credentials: auth-configs/merge-credentials MAX_VALUES count
Credentials, all fields together: auth-configs/merge-credentials MAX_CHARACTERS characters
Sign-in of a user's browser by a link: sign-in-links/links BROWSER_SECONDS seconds
Accounts that an agent connects in one call: sessions/meta-tools/connections/manage-connections MOST_ACCOUNTS count
Settings of a session: sessions/settings/check-config MOST_BYTES bytes
Access keys of a session: access/keys/session-keys MOST_KEYS count
Hooks of a session: execution/contract MAX_HOOKS count
Waiting approvals of a session: sessions/approvals/parked-calls MOST_OF_SESSION count
Waiting approvals of a project: sessions/approvals/parked-calls MOST_OF_PROJECT count
Queries in one search for tools: sessions/meta-tools/search/search-for-session MOST_QUERIES count
Recipes of a project: find/own-recipes/recipes MOST_RECIPES count
Calls of the console in one run: console/constants MAX_CALLS count
Time of the console in one run: console/constants MAX_SECONDS seconds
Notebooks of a project: notebook/saved/notebooks MOST_NOTEBOOKS count
Tools of a server: mcp/tools/contract MOST_OFFERED count
Tools on one page of \`tools/list\`: mcp/tools/server-tools TOOLS_A_PAGE count
Token of a client: oauth-server/tokens ACCESS_SECONDS seconds
Token that renews it, without use: oauth-server/tokens REFRESH_SECONDS seconds
Calls of one SSE connection at the same time: http/mcp/sse-transport MAX_CALLS count
Time for a person to answer a question of a tool: http/mcp/ask-client PATIENCE_MS ms
Event: webhooks/events/record-event MAX_EVENT_BYTES bytes
Events in one report of a provider: triggers/ingress/receive MAX_EVENTS count
New items of one poll: triggers/polling/look MAX_FOUND count
Shortest time between two polls: triggers/polling/poll-times LEAST_SECONDS seconds
Provider endpoints of a project: triggers/endpoints/endpoints MAX_ENDPOINTS count
Config of a trigger: triggers/instances/upsert-trigger MAX_CONFIG characters
Webhook endpoints of a project: webhooks/subscriptions/subscriptions MOST_SUBSCRIPTIONS count
Longest pause that a receiver can ask for: webhooks/delivery/send-attempt MAX_RETRY_AFTER_SECONDS seconds
Live listeners of a project, in one copy of the server: webhooks/events/watch-events MAX_WATCHERS count
Websockets of a project, in one copy of the server: realtime/admit-to-project MOST_OF_PROJECT count
Own toolkits of a project: catalog/load/own-toolkit-rows MOST_OWN_TOOLKITS count
Tools of one own toolkit: catalog/load/own-toolkit-rows MOST_TOOLS count
Tools of all own toolkits: catalog/load/own-toolkit-rows MOST_OWN_TOOLS count
Tools added to toolkits: catalog/load/store-added-tool MOST_ADDED_TOOLS count
Changed tools of a project: catalog/overrides/contract MOST_OVERRIDES count
Policies of a project: policies/constants MOST_RULES count
Toolkits, users or addresses that a key is limited to: access/keys/contract MAX_LIMITED count
Overlap of a rotated key: access/keys/contract MAX_OVERLAP_HOURS hours
Browser tokens of a project: access/keys/create-browser-token MOST_TOKENS count
Browser tokens of a user: access/keys/create-browser-token MOST_OF_USER count
Keys of a member: access/keys/user-keys.contract MAX_USER_KEYS count
Pending invitations of an organization: access/people/invitations MOST_PENDING count
Life of an invitation: access/people/invitations.contract INVITATION_DAYS days
Life of a member's sign-in: access/sign-in/sign-in-cookie SIGN_IN_SECONDS seconds
Passkeys of a member: access/factors/add-passkey MAX_PASSKEYS count
Request or response in the log: logs/to-stored-json MAX_PAYLOAD_BYTES bytes
Rows of an export of logs: logs/contract MAX_EXPORTED_ROWS count
Events of an export of the audit trail: access/audit/contract MAX_EXPORTED_AUDIT count
Watchers of a live log, for a project: logs/follow-tool-logs MAX_FOLLOWERS count`;

export const CODE_OF_LIMITS = ROWS.trim()
  .split("\n")
  .map((line) => {
    const [row = "", place = ""] = line.split(": ");
    const [file = "", constant = "", form = ""] = place.split(" ");
    return { row, file, constant, form };
  });
