/** Names that the server and its pages share. */

/**
 * The address of a test receiver: a subscription whose deliveries this server stores itself. No request is sent there,
 * so nothing has to be allowed for it, and no caller can set it as the address of a subscription.
 */
export const TEST_RECEIVER_URL = "patchbay:test-receiver";

export const DELIVERY_STATES = ["waiting", "sending", "delivered", "filtered", "dead"] as const;
/** How events are narrowed by what became of them: `none` are those that no receiver asked for. */
export const STATE_FILTERS = ["none", ...DELIVERY_STATES] as const;
