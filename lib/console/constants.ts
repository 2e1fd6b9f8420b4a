/** The limits of an agent in one run of the console. */
export const MAX_CALLS = 50;
export const MAX_SECONDS = 280;
/** The most characters of a task, and of a person's message. */
export const MAX_TASK_CHARS = 10_000;
/** The most messages of a conversation that are sent with a turn. */
export const MAX_HISTORY = 400;
