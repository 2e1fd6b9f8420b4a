/** How many calls are checked at once, and what the check finds. */

/** Maximum of characters and of calls in a request. */
export const MAX_TEXT = 1_000_000;
export const MAX_CALLS = 500;

/**
 * `translated`: all of it counts, some under other names. `ignored`: it runs, and something of it is left out.
 * `not_a_tool`: a name that is not written as tools here are, such as a function of the program's own.
 */
export const OUTCOMES = ["fits", "translated", "ignored", "fails", "not_a_tool"] as const;
