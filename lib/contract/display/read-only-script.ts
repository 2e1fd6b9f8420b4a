/** The script of pages that are only read: it copies code, changes the theme and opens the search. */
export const READ_ONLY_SCRIPT = "/docs.js";
