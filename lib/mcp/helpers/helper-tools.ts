/**
 * The tools with which a client of an MCP server connects its user's accounts: two are current, the others are their
 * older forms.
 */
import type { Tool } from "@modelcontextprotocol/sdk/types.js";

type Schema = Record<string, unknown>;

const toolkit = { type: "string", minLength: 1, maxLength: 200, description: "The toolkit's slug, such as gmail" };
const toolkits = { type: "array", items: toolkit, minItems: 1, maxItems: 50 };
const accountId = { type: "string", maxLength: 200, description: "The account's id, instead of the toolkit: ca_..." };
const mode = {
  type: "string",
  enum: ["any", "all"],
  default: "any",
  description: "Whether one is enough, or all must be there",
};
const seconds = { type: "integer", minimum: 1, maximum: 50, default: 50, description: "How long to wait" };

const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const LINKS = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };

function helper(
  name: string,
  title: string,
  description: string,
  annotations: object,
  properties: Schema,
  required: string[] = [],
): Tool {
  return {
    name,
    title,
    description,
    inputSchema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: properties as Record<string, object>,
      ...(required.length > 0 && { required }),
      additionalProperties: false,
    },
    annotations: { title, ...annotations },
  };
}

const SHOW = "Show the link that it gives to the user, and run no tool of the app before they have signed in there.";

const CONNECTING: readonly Tool[] = [
  helper(
    "COMPOSIO_MANAGE_CONNECTIONS",
    "Manage connections",
    `Says which of this server's apps the user has connected, and gives a link for each of the others. ${SHOW}`,
    LINKS,
    {
      toolkits: { ...toolkits, description: "The apps that are to be connected" },
      reinitiate_all: { type: "boolean", default: false, description: "Makes new links even where an account works" },
    },
    ["toolkits"],
  ),
  helper(
    "COMPOSIO_WAIT_FOR_CONNECTIONS",
    "Wait for connections",
    "Waits until the user has signed in by the links of COMPOSIO_MANAGE_CONNECTIONS, and says how it ended.",
    READS,
    { toolkits: { ...toolkits, description: "The apps to wait for" }, mode, timeout: seconds },
    ["toolkits"],
  ),
];

const OLDER: readonly Tool[] = [
  helper(
    "COMPOSIO_CHECK_ACTIVE_CONNECTION",
    "Check a connection",
    "Says whether the user has an account of an app that works, and which. Call it before the first tool of the app.",
    READS,
    { toolkit, connected_account_id: accountId },
  ),
  helper(
    "COMPOSIO_CHECK_ACTIVE_CONNECTIONS",
    "Check connections",
    "Says of several apps at once whether the user has an account that works.",
    READS,
    {
      requests: {
        type: "array",
        minItems: 1,
        maxItems: 50,
        items: {
          type: "object",
          properties: { toolkit, connected_account_id: accountId },
          additionalProperties: false,
        },
      },
    },
    ["requests"],
  ),
  helper(
    "COMPOSIO_GET_REQUIRED_PARAMETERS",
    "Get required parameters",
    "Says which values the user is asked for when they connect an app. " +
      "The page behind the link asks for them; never ask for them yourself.",
    READS,
    { toolkit },
    ["toolkit"],
  ),
  helper(
    "COMPOSIO_INITIATE_CONNECTION",
    "Initiate a connection",
    `Makes a link with which the user connects an app. ${SHOW}`,
    LINKS,
    {
      toolkit,
      parameters: { type: "object", description: "Taken and not used: the page behind the link asks the user itself" },
    },
    ["toolkit"],
  ),
  helper(
    "COMPOSIO_WAIT_FOR_CONNECTION",
    "Wait for a connection",
    "Waits until the user has signed in by the link, and says how it ended.",
    READS,
    { toolkits: { ...toolkits, description: "The apps to wait for" }, mode, timeout_seconds: seconds },
    ["toolkits"],
  ),
  helper("COMPOSIO_RETRIEVE_TOOLKITS", "List the apps", "Lists the apps whose tools this server has.", READS, {
    page: { type: "integer", minimum: 1, default: 1 },
    page_size: { type: "integer", minimum: 1, maximum: 100, default: 50 },
  }),
];

const ALL: readonly Tool[] = [...CONNECTING, ...OLDER];

/**
 * The helper tools of an address.
 * @param managed the server connects accounts (`managed_auth_via_composio`)
 * @param asked the address asks for the older tools too (`include_composio_helper_actions`)
 */
export const helperTools = ({ managed, asked: withOlder }: { managed: boolean; asked: boolean }): readonly Tool[] => {
  if (withOlder) return ALL;
  return managed ? CONNECTING : [];
};
