/** For what only the script of the documentation makes work: not to be seen before it has run. */
export const SCRIPTED = "invisible in-data-scripted:visible";
