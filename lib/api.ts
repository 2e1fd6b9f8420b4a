/** Every operation of the API in one object: the document, the table-driven tests and both doors read it. */
import { auditApi } from "./access/audit/contract";
import { accessApi } from "./access/contract";
import { leakedKeysApi } from "./access/keys/leaked-keys.contract";
import { sessionKeysApi } from "./access/keys/session-keys.contract";
import { authConfigsApi } from "./auth-configs/contract";
import { backupApi } from "./backup/contract";
import { catalogApi } from "./catalog/contract";
import { catalogDetailsApi } from "./catalog/details.contract";
import { overridesApi } from "./catalog/overrides/contract";
import { scopesApi } from "./catalog/scopes.contract";
import { toolkitNamesApi } from "./catalog/toolkit-names.contract";
import { valueListsApi } from "./catalog/value-lists.contract";
import { connectedAccountsApi } from "./connected-accounts/contract";
import { connectPagesApi, olderConnectionsApi } from "./connected-accounts/pages/contract";
import { revocationApi } from "./connected-accounts/revocation/contract";
import { chatApi } from "./console/chat.contract";
import { consoleApi } from "./console/contract";
import type { Operation } from "./contract/operation";
import { executionApi } from "./execution/contract";
import { filesApi } from "./files/contract";
import { fitApi } from "./execution/fit/contract";
import { findApi } from "./find/contract";
import { ownRecipesApi } from "./find/own-recipes/contract";
import { wrongResultsApi } from "./find/wrong-results/contract";
import { guidesApi } from "./guides/contract";
import { healthApi } from "./health/contract";
import { legacyApi } from "./legacy/contract";
import { migrationApi } from "./legacy/migration/contract";
import { actionLogsApi } from "./logs/actions/contract";
import { languageModelApi } from "./llm/contract";
import { webSearchApi } from "./web-search/contract";
import { workbenchApi } from "./workbench/contract";
import { logsApi } from "./logs/contract";
import { usageApi } from "./logs/usage/contract";
import { savedViewsApi } from "./logs/views/contract";
import { mcpAddressesApi } from "./mcp/addresses/contract";
import { mcpApi } from "./mcp/contract";
import { listedMcpServersApi } from "./mcp/servers/listed-servers.contract";
import { manageMcpApi } from "./mcp/endpoint/manage.contract";
import { sessionMcpApi } from "./mcp/sessions/contract";
import { mcpToolsApi } from "./mcp/tools/contract";
import { sessionCallsApi } from "./sessions/calls/contract";
import { metaApi } from "./sessions/meta-tools/contract";
import { mountsApi } from "./sessions/files/contract";
import { notebookApi } from "./notebook/contract";
import { sandboxesApi } from "./notebook/sandboxes/contract";
import { savedNotebooksApi } from "./notebook/saved/contract";
import { mcpClientsApi } from "./oauth-server/clients.contract";
import { oauthServerApi } from "./oauth-server/contract";
import { mcpSignInApi } from "./oauth-server/sign-in-settings.contract";
import { myApprovalsApi, myConnectionsApi } from "./my-connections/contract";
import { addedToolsApi } from "./own-toolkits/added/contract";
import { ownToolkitsApi } from "./own-toolkits/contract";
import { customToolkitsApi } from "./own-toolkits/mcp/contract";
import { overviewApi } from "./overview/contract";
import { meteredUsageApi } from "./overview/metered/contract";
import { policiesApi } from "./policies/contract";
import { organizationPoliciesApi } from "./policies/organization.contract";
import { projectCopyApi } from "./project-copy/contract";
import { projectEndApi } from "./project-end/contract";
import { approvalLinksApi } from "./approval-links/contract";
import { approvalMailApi } from "./approval-messages/contract";
import { approvalSlackApi } from "./approval-messages/slack.contract";
import { signInLinksApi } from "./sign-in-links/contract";
import { approvalsApi } from "./sessions/approvals/contract";
import { realtimeApi } from "./realtime/contract";
import { sessionApi } from "./sessions/contract";
import { listedSessionsApi } from "./sessions/list/contract";
import { triggerChecksApi } from "./triggers/checks/contract";
import { triggersApi } from "./triggers/contract";
import { ingressApi } from "./triggers/ingress/contract";
import { triggerPagesApi } from "./triggers/pages/contract";
import { projectWebhookApi } from "./webhooks/project-webhook/contract";
import { webhooksApi } from "./webhooks/contract";
import { inboxesApi } from "./webhooks/inboxes/contract";
import { toolWebhookApi } from "./webhooks/tool-calls/contract";
import { eventsApi } from "./webhooks/log/contract";

export const api = {
  ...guidesApi,
  ...healthApi,
  ...backupApi,
  ...accessApi,
  ...auditApi,
  ...catalogApi,
  ...catalogDetailsApi,
  ...scopesApi,
  ...ownToolkitsApi,
  ...addedToolsApi,
  ...overridesApi,
  ...policiesApi,
  ...organizationPoliciesApi,
  ...inboxesApi,
  ...toolWebhookApi,
  ...customToolkitsApi,
  ...toolkitNamesApi,
  ...valueListsApi,
  ...authConfigsApi,
  ...connectedAccountsApi,
  ...connectPagesApi,
  ...olderConnectionsApi,
  ...revocationApi,
  ...executionApi,
  ...fitApi,
  ...filesApi,
  ...webhooksApi,
  ...projectWebhookApi,
  ...eventsApi,
  ...realtimeApi,
  ...findApi,
  ...ownRecipesApi,
  ...wrongResultsApi,
  ...logsApi,
  ...usageApi,
  ...actionLogsApi,
  ...savedViewsApi,
  ...mcpApi,
  ...sessionMcpApi,
  ...manageMcpApi,
  ...metaApi,
  ...mountsApi,
  ...notebookApi,
  ...savedNotebooksApi,
  ...sandboxesApi,
  ...sessionApi,
  ...sessionCallsApi,
  ...sessionKeysApi,
  ...leakedKeysApi,
  ...listedSessionsApi,
  ...approvalsApi,
  ...mcpAddressesApi,
  ...mcpClientsApi,
  ...mcpSignInApi,
  ...oauthServerApi,
  ...approvalLinksApi,
  ...approvalMailApi,
  ...approvalSlackApi,
  ...signInLinksApi,
  ...myConnectionsApi,
  ...myApprovalsApi,
  ...listedMcpServersApi,
  ...mcpToolsApi,
  ...overviewApi,
  ...meteredUsageApi,
  ...projectCopyApi,
  ...projectEndApi,
  ...chatApi,
  ...consoleApi,
  ...languageModelApi,
  ...webSearchApi,
  ...workbenchApi,
  ...triggersApi,
  ...ingressApi,
  ...triggerPagesApi,
  ...triggerChecksApi,
  ...legacyApi,
  ...migrationApi,
};

export const operations: readonly Operation[] = Object.values(api);
