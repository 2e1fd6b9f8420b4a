/** The bounds of the minutes between two polls of a trigger. */
/** Ten seconds. */
export const LEAST_POLL_MINUTES = 1 / 6;
export const MOST_POLL_MINUTES = 1440;
/** Of polling options that name none. */
export const DEFAULT_POLL_MINUTES = 2;
