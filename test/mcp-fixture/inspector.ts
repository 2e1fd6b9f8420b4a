/** The official inspector of MCP as a program: lists or calls by an address alone. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inRoot } from "@/scripts/paths.mjs";

const PROGRAM = inRoot("node_modules/@modelcontextprotocol/inspector-cli/build/index.js");

/**
 * @param url ends with /mcp (Streamable HTTP) or /sse before its query @returns what it prints, which is a result of
 * MCP
 */
export async function inspect(url: string, ...method: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, url, "--method", ...method]);
  return JSON.parse(stdout);
}
