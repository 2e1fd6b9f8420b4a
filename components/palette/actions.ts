/** What a person can make, where, who may, and the key that opens it after N. Pure. */
import type { Permission } from "@/lib/contract/permission";

type Action = {
  label: string;
  href: string;
  permission: Permission;
  /** The second key of its shortcut. */
  key: string;
  /** Other words by which it is found. */
  words?: string;
};

export const ACTIONS: readonly Action[] = [
  {
    label: "Connect an account",
    href: "/connected-accounts?new=1",
    permission: "connected_accounts:write",
    key: "a",
  },
  { label: "Create API key", href: "/settings/api-keys?new=1", permission: "api_keys:write", key: "k" },
  {
    label: "Create auth config",
    href: "/auth-configs/new",
    permission: "auth_configs:write",
    key: "c",
    words: "sign-in OAuth app",
  },
  { label: "Create MCP server", href: "/mcp/new", permission: "mcp_servers:write", key: "m" },
  { label: "Create trigger", href: "/triggers/new", permission: "triggers:write", key: "t", words: "event" },
  { label: "Create session", href: "/sessions/new", permission: "sessions:write", key: "s", words: "agent" },
  {
    label: "Create saved rules",
    href: "/sessions/saved/new",
    permission: "sessions:write",
    key: "r",
    words: "save sessions",
  },
  {
    label: "Invite a member",
    href: "/settings/members?new=1",
    permission: "members:write",
    key: "i",
    words: "add colleague user",
  },
  {
    label: "Create webhook endpoint",
    href: "/settings/webhooks?new=1",
    permission: "webhooks:write",
    key: "w",
    words: "webhook",
  },
];

/** `N K`, as it is shown. */
export const toKeys = (first: string, second: string): string => `${first} ${second}`.toUpperCase();
