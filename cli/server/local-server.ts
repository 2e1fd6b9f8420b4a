/** Finds the server that runs on this machine, by the file that it writes into its data folder. */
import type { Environment } from "../command";
import { findServer, locateDataFolder } from "../operate/load-script";

/** The address of the running server of this installation; undefined if none runs on this machine. */
export async function findLocalServer(root: string, env: Environment): Promise<string | undefined> {
  const server = await findServer(root, await locateDataFolder(root, env));
  return server?.isHere && typeof server.port === "number" ? `http://127.0.0.1:${server.port}` : undefined;
}
