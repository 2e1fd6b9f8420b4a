/** How MCP servers and their tools may be called. */
export const SERVER_NAME_LENGTH = { min: 4, max: 30 };
export const SERVER_NAME_CHARACTERS = /^[a-zA-Z0-9- ]+$/;
/** Of tools; clients take no other characters. */
export const MCP_TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
