/** Rules for the names of MCP servers and of their tools. */
export const SERVER_NAME_LENGTH = { min: 4, max: 30 };
export const SERVER_NAME_CHARACTERS = /^[a-zA-Z0-9- ]+$/;
/** Names of tools; clients accept no other characters. */
export const MCP_TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;
