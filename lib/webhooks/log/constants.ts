/** The states of a delivery. */
export const DELIVERY_STATES = ["waiting", "sending", "delivered", "filtered", "dead"] as const;
/** How events are narrowed by what became of them: `none` are those that no receiver asked for. */
export const STATE_FILTERS = ["none", ...DELIVERY_STATES] as const;
