/**
 * Drives files with core 0.19.0 in a network namespace of its own: a relay makes the server behind a socket file answer
 * at a public-looking address.
 */
import { connect, createServer } from "node:net";
import { Composio } from "@composio/core";
import { driveFiles, type FileSdk } from "../clients/drive-files";

const [address = "", port = "", socket = "", apiKey = "", folder = ""] = process.argv.slice(2);
const relay = createServer((client) => {
  const server = connect(socket);
  client.pipe(server).pipe(client);
  client.on("error", () => server.destroy());
  server.on("error", () => client.destroy());
});
await new Promise<void>((resolve) => {
  relay.listen(Number(port), address, resolve);
});
const sdk = new Composio({
  apiKey,
  baseURL: `http://${address}:${port}`,
  allowTracking: false,
  disableVersionCheck: true,
  dangerouslyAllowAutoUploadDownloadFiles: true,
  fileUploadDirs: [folder],
  fileDownloadDir: folder,
});
const driven = await driveFiles(sdk as unknown as FileSdk, folder);
process.stdout.write(`\n${JSON.stringify(driven)}\n`, () => process.exit(0));
