/** The limits of an agent in one run of the console. */
export const MAX_CALLS = 50;
export const MAX_SECONDS = 280;
