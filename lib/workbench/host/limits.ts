/** Limits of one sandbox that are the same on every server. */

/** Processes and threads together. */
export const PROCESSES = 256;
/** The server's own requests go before what code computes: about nine times the share, where both want a processor. */
export const NICENESS = 10;
