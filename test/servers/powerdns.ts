/** PowerDNS with its HTTP API, out of Debian's package. */
import { Resolver } from "node:dns/promises";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findUnpacked } from "../../scripts/debian/unpacked.mjs";
import { freePort } from "../../scripts/postgres/postgres.mjs";
import { startServer } from "./tethered-server";

/** Whether PowerDNS can run here. */
export const hasPowerDns = (): boolean => findUnpacked("powerdns") !== undefined;

/** Starts it with no zones. `url` is where its API begins, `resolver` asks it as a name server. */
export async function startPowerDns(
  key: string,
): Promise<{ url: string; resolver: Resolver; stop: () => Promise<void> }> {
  const unpacked = findUnpacked("powerdns");
  if (!unpacked) throw new Error("PowerDNS is not unpacked.");
  const folder = mkdtempSync(path.join(tmpdir(), "pdns-"));
  const [dnsPort, port] = await Promise.all([freePort(), freePort()]);
  const settings = {
    "config-dir": folder,
    "socket-dir": folder,
    "module-dir": `${unpacked.libraries.find((library) => library.includes("/usr/lib/")) ?? ""}/pdns`,
    daemon: "no",
    guardian: "no",
    "disable-syslog": "yes",
    "write-pid": "no",
    "security-poll-suffix": "",
    launch: "lmdb",
    "lmdb-filename": path.join(folder, "zones"),
    "lmdb-shards": "1",
    "lmdb-map-size": "64",
    "local-address": "127.0.0.1",
    "local-port": String(dnsPort),
    webserver: "yes",
    "webserver-address": "127.0.0.1",
    "webserver-port": String(port),
    api: "yes",
    "api-key": key,
  };
  const { stop } = await startServer(
    unpacked.programs.server ?? "",
    Object.entries(settings).map(([name, value]) => `--${name}=${value}`),
    unpacked.env,
    /Done launching threads/,
  );
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${dnsPort}`]);
  return {
    resolver,
    url: `http://127.0.0.1:${port}/api/v1/servers/localhost`,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
