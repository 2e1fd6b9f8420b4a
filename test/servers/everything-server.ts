/** The official MCP server that shows everything of the protocol, as a child process on loopback. */
import { freePort } from "../../scripts/postgres/postgres.mjs";
import { inRoot } from "@/scripts/paths.mjs";
import { startServer } from "./tethered-server";

export type EverythingServer = { url: string; stop: () => Promise<void> };

const SCRIPT = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";

/** Starts it on a free port with one of its transports. */
export async function startEverything(transport: "streamableHttp" | "sse"): Promise<EverythingServer> {
  const port = await freePort();
  const { stop } = await startServer(
    process.execPath,
    [inRoot(SCRIPT), transport],
    { PORT: String(port) },
    new RegExp(`on port ${port}`),
  );
  return { url: `http://127.0.0.1:${port}/${transport === "sse" ? "sse" : "mcp"}`, stop };
}
