/**
 * What the management server offers: the operations that a coding agent needs to set a project up and look after it.
 */
import * as authConfig from "@/app/api/v3/auth_configs/[nanoid]/route";
import * as authConfigStatus from "@/app/api/v3/auth_configs/[nanoid]/[status]/route";
import * as authConfigs from "@/app/api/v3/auth_configs/route";
import * as account from "@/app/api/v3/connected_accounts/[nanoid]/route";
import * as link from "@/app/api/v3/connected_accounts/link/route";
import * as accounts from "@/app/api/v3/connected_accounts/route";
import * as checkAccount from "@/app/api/v3/internal/patchbay/connected_accounts/[nanoid]/check/route";
import * as events from "@/app/api/v3/internal/patchbay/events/route";
import * as find from "@/app/api/v3/internal/patchbay/find/route";
import * as endAddress from "@/app/api/v3/internal/patchbay/mcp/[id]/addresses/end/route";
import * as overview from "@/app/api/v3/internal/patchbay/overview/route";
import * as diagnosis from "@/app/api/v3/internal/patchbay/triggers/[triggerId]/diagnosis/route";
import * as users from "@/app/api/v3/internal/patchbay/users/route";
import * as log from "@/app/api/v3/logs/tool_execution/[id]/route";
import * as logs from "@/app/api/v3/logs/tool_execution/route";
import * as server from "@/app/api/v3/mcp/[id]/route";
import * as createServer from "@/app/api/v3/mcp/servers/custom/route";
import * as addresses from "@/app/api/v3/mcp/servers/generate/route";
import * as servers from "@/app/api/v3/mcp/servers/route";
import * as session from "@/app/api/v3/tool_router/session/route";
import * as toolkit from "@/app/api/v3/toolkits/[slug]/route";
import * as toolkits from "@/app/api/v3/toolkits/route";
import * as tool from "@/app/api/v3/tools/[tool_slug]/route";
import * as execute from "@/app/api/v3/tools/execute/[tool_slug]/route";
import * as tools from "@/app/api/v3/tools/route";
import * as trigger from "@/app/api/v3/trigger_instances/[slug]/upsert/route";
import * as triggers from "@/app/api/v3/trigger_instances/active/route";
import * as manageTrigger from "@/app/api/v3/trigger_instances/manage/[triggerId]/route";
import * as triggerType from "@/app/api/v3/triggers_types/[slug]/route";
import * as triggerTypes from "@/app/api/v3/triggers_types/route";
import * as eventTypes from "@/app/api/v3/webhook_subscriptions/event_types/route";
import * as subscriptions from "@/app/api/v3/webhook_subscriptions/route";
import { type Managed, prepareManaged } from "@/lib/http/mcp/manage/managed-tool";

const MANAGED: readonly Managed[] = [
  { tool: "get_overview", route: overview.GET },
  { tool: "list_toolkits", route: toolkits.GET, advice: "Use search to find an app by its name." },
  { tool: "get_toolkit", route: toolkit.GET, advice: "It says which fields an auth config and an account need." },
  { tool: "find_tools", route: find.POST, advice: "Use it to choose tools by what they should do." },
  { tool: "list_tools", route: tools.GET },
  { tool: "get_tool", route: tool.GET },
  {
    tool: "execute_tool",
    route: execute.POST,
    advice: "It runs for real, with the account of the user that you name.",
  },
  { tool: "list_auth_configs", route: authConfigs.GET },
  {
    tool: "create_auth_config",
    route: authConfigs.POST,
    advice: "Read the toolkit with get_toolkit first: it names the schemes and the fields of each.",
  },
  { tool: "get_auth_config", route: authConfig.GET, names: { auth_config_id: "nanoid" } },
  { tool: "update_auth_config", route: authConfig.PATCH, names: { auth_config_id: "nanoid" } },
  { tool: "switch_auth_config", route: authConfigStatus.PATCH, names: { auth_config_id: "nanoid" } },
  { tool: "delete_auth_config", route: authConfig.DELETE, names: { auth_config_id: "nanoid" } },
  {
    tool: "create_connect_link",
    route: link.POST,
    advice: "Give redirect_url to the person who is to connect; nobody else should open it.",
  },
  { tool: "list_connected_accounts", route: accounts.GET },
  { tool: "get_connected_account", route: account.GET, names: { connected_account_id: "nanoid" } },
  { tool: "check_connected_account", route: checkAccount.POST, names: { connected_account_id: "nanoid" } },
  { tool: "list_users", route: users.GET },
  { tool: "list_tool_logs", route: logs.POST },
  { tool: "get_tool_log", route: log.GET, names: { log_id: "id" } },
  { tool: "list_mcp_servers", route: servers.GET },
  { tool: "create_mcp_server", route: createServer.POST },
  { tool: "get_mcp_server", route: server.GET, names: { mcp_server_id: "id" } },
  { tool: "update_mcp_server", route: server.PATCH, names: { mcp_server_id: "id" } },
  { tool: "delete_mcp_server", route: server.DELETE, names: { mcp_server_id: "id" } },
  {
    tool: "create_mcp_addresses",
    route: addresses.POST,
    advice: "Each address is a secret of its user: whoever has it acts as that user.",
  },
  { tool: "end_mcp_address", route: endAddress.POST, names: { mcp_server_id: "id" } },
  { tool: "create_session", route: session.POST },
  { tool: "list_trigger_types", route: triggerTypes.GET },
  { tool: "get_trigger_type", route: triggerType.GET },
  { tool: "create_trigger", route: trigger.POST, advice: "slug is the one of a trigger type." },
  { tool: "list_triggers", route: triggers.GET },
  { tool: "switch_trigger", route: manageTrigger.PATCH, names: { trigger_id: "triggerId" } },
  { tool: "delete_trigger", route: manageTrigger.DELETE, names: { trigger_id: "triggerId" } },
  { tool: "diagnose_trigger", route: diagnosis.GET, names: { trigger_id: "triggerId" } },
  { tool: "list_events", route: events.GET },
  { tool: "list_webhook_subscriptions", route: subscriptions.GET },
  { tool: "create_webhook_subscription", route: subscriptions.POST },
  { tool: "list_event_types", route: eventTypes.GET },
];

/** In the order of a project's life: what is there, signing in, accounts, servers, triggers. */
export const managedTools = () => MANAGED.map(prepareManaged);
