/** The bounds of what MCP servers of others can cost. */

/** The name under which this server asks; the version is of this client alone. */
export const CLIENT_INFO = { name: "patchbay", version: "1.0.0" };

/** A server with more tools gives none: a part of a list would be another toolkit than its people know. */
export const MAX_TOOLS = 500;
/** Pages of one list; a page can hold a single tool, but no server needs so many. */
export const MAX_PAGES = 100;
/** Of one answer, and of all messages of one stream together. */
export const MAX_ANSWER_BYTES = 10 * 1024 * 1024;
/** Values of JSON, which cost far more time and memory than their bytes. */
export const MAX_ANSWER_VALUES = 100_000;
/** Of one stream; an event has two or three. */
export const MAX_STREAM_LINES = 30_000;
/** Of one connection: a server that asks something in each event of a stream would get as many answers. */
export const MAX_REQUESTS = 300;
/** Characters of all tools of a list together. */
export const MAX_LIST = 4_000_000;
/** Questions of a server to a person that one call passes on. */
export const MAX_QUESTIONS = 5;
/** Characters of a question, and of its answer. */
export const MAX_QUESTION = 20_000;
/** Fields of a form. */
export const MAX_FIELDS = 50;
/** Until the handshake is done. */
export const CONNECT_MS = 20_000;
/** For all pages of a list. */
export const LIST_MS = 60_000;
/** For the last words to a server: that a call was given up, that a session has ended. */
export const GOODBYE_MS = 2000;
/** How long a server that could not be reached is not asked again by the same project. */
export const FAILURE_MS = 3000;
/** How long it is remembered which revision and transport a server speaks. */
export const DIALECT_MS = 10 * 60_000;
/** Characters of what a server answers to the handshake; a longer answer is read again in each connection. */
export const MAX_SELF_WORDS = 50_000;
/** Of all remembered servers together. */
export const MAX_SELF_TOTAL = 10_000_000;
/**
 * Connections to one server at a time. A project has as many as would stay free: two projects whose calls wait for the
 * server leave room for a third one, and for those after it.
 */
export const SERVER_SLOTS = { total: 24, share: "free" as const };
