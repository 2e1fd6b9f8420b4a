/** Names that the server and its pages share. */

/**
 * The address of a test receiver: a subscription whose deliveries this server stores itself. No request is sent there,
 * so nothing has to be allowed for it, and no caller can set it as the address of a subscription.
 */
export const TEST_RECEIVER_URL = "patchbay:test-receiver";

/**
 * The URL of an inbox: a subscription whose events wait until a program takes them. Nothing is sent there, because an
 * inbox is always paused for those who send.
 */
export const INBOX_URL = "patchbay:inbox";

export const DELIVERY_STATES = ["waiting", "sending", "delivered", "filtered", "dead"] as const;
/** How events are narrowed by what became of them: `none` are those that no receiver asked for. */
export const STATE_FILTERS = ["none", ...DELIVERY_STATES] as const;
