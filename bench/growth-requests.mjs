// Reads that people and programs make of a project, by name: lists with and without filters, details and counts.
const internal = "/api/v3/internal/patchbay";

const get = (name, path) => ({ name, path });
const post = (name, path, body) => ({ name, path, method: "POST", body });
const where = (field, value, operator = "==") => ({ limit: 20, filters: [{ field, operator, value }] });

const logReads = ({ account, session, log, tool }) => [
  post("executions, newest", "/api/v3/logs/tool_execution", { limit: 20 }),
  post("executions, oldest", "/api/v3/logs/tool_execution", { limit: 20, order: "oldest" }),
  post("executions of a tool", "/api/v3/logs/tool_execution", where("tool_slug", tool)),
  post("executions of an account", "/api/v3/logs/tool_execution", where("connected_account_id", account)),
  post("executions of a session", "/api/v3/logs/tool_execution", where("session_id", session)),
  post("executions of a user", "/api/v3/logs/tool_execution", where("user_id", "user-7")),
  post("executions that failed", "/api/v3/logs/tool_execution", where("status", "failed")),
  post("executions with a rare code", "/api/v3/logs/tool_execution", where("error_code", "429")),
  post("execution of a request", "/api/v3/logs/tool_execution", where("request_id", "0".repeat(32))),
  post("executions by words", "/api/v3/logs/tool_execution", { limit: 20, search: "user 77" }),
  post("executions by rare words", "/api/v3/logs/tool_execution", { limit: 20, search: "nowhere" }),
  post("count of executions", `${internal}/logs/count`, {}),
  post("count of failed executions", `${internal}/logs/count`, where("status", "failed")),
  get("an execution", `/api/v3/logs/tool_execution/${log}`),
];

const eventReads = ({ event, trigger, subscription, account }) => [
  get("events", `${internal}/events`),
  get("events of a trigger", `${internal}/events?trigger_id=${trigger}`),
  get("events of an account", `${internal}/events?connected_account_id=${account}`),
  get("events of a user", `${internal}/events?user_id=user-7`),
  get("events that were delivered", `${internal}/events?state=delivered`),
  get("events that nobody took", `${internal}/events?state=dead`),
  get("events of an endpoint", `${internal}/events?sent_to=${subscription}`),
  get("an event", `${internal}/events/${event}`),
];

const accountReads = ({ account, authConfig }) => [
  get("accounts", "/api/v3/connected_accounts"),
  get("accounts of a user", "/api/v3/connected_accounts?user_ids=user-7"),
  get("accounts of an auth config", `/api/v3/connected_accounts?auth_config_ids=${authConfig}`),
  get("accounts that expired", "/api/v3/connected_accounts?statuses=EXPIRED"),
  get("accounts, 1,000 a page", "/api/v3/connected_accounts?limit=1000"),
  get("an account", `/api/v3/connected_accounts/${account}`),
  get("health of accounts", `${internal}/account_health`),
  get("users", `${internal}/users`),
  get("users by a part of their id", `${internal}/users?search=r-77`),
  get("a user", `${internal}/users/user-7`),
  get("connected toolkits", `${internal}/connected_toolkits`),
];

const otherReads = ({ server, authConfig, session }) => [
  get("auth configs", "/api/v3/auth_configs"),
  get("an auth config", `/api/v3/auth_configs/${authConfig}`),
  get("MCP servers", "/api/v3/mcp/servers"),
  get("MCP servers with their use", `${internal}/mcp`),
  get("an MCP server", `/api/v3/mcp/${server}`),
  get("sessions", `${internal}/sessions`),
  get("calls of a session", `${internal}/sessions/${session}/calls`),
  get("overview", `${internal}/overview`),
  get("attention", `${internal}/attention`),
  get("usage", `${internal}/usage?range=7d`),
  get("usage by tool", `${internal}/usage/by?range=7d&by=tool`),
];

/** @param {Record<string, string>} ids of one thing of each kind */
export const readsOf = (ids) => [...logReads(ids), ...eventReads(ids), ...accountReads(ids), ...otherReads(ids)];
