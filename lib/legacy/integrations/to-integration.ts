/** Auth configs in the form of integrations. */
import type { z } from "zod";
import type { authConfigsApi } from "@/lib/auth-configs/contract";
import type { CatalogToolkit } from "@/lib/catalog/read/catalog";
import { toOlderField } from "../apps/to-app";
import type { Integration } from "./contract";

/** @param config as today's API shows it, with its secrets masked */
export function toIntegration(
  config: z.input<typeof authConfigsApi.getAuthConfig.response>,
  toolkit: CatalogToolkit | null,
): z.input<typeof Integration> {
  const scheme = toolkit?.authSchemes.find(({ mode }) => mode === config.auth_scheme);
  const limited = config.tool_access_config.tools_available_for_execution ?? [];
  return {
    id: config.id,
    name: config.name,
    authScheme: config.auth_scheme,
    createdAt: config.created_at,
    updatedAt: config.last_updated_at,
    enabled: config.status === "ENABLED",
    deleted: false,
    appId: config.toolkit.slug,
    appName: config.toolkit.slug,
    expectedInputFields: (scheme?.fields.connectedAccountInitiation ?? []).map((field) => toOlderField(field, true)),
    logo: config.toolkit.logo,
    authConfig: config.credentials,
    useComposioAuth: config.is_composio_managed,
    limitedActions: limited.length > 0 ? limited : null,
    defaultConnectorId: null,
    connections: [],
    member: {},
    _count: { connections: config.no_of_connections },
  };
}
