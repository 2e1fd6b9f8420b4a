/** PgBouncer before the database of a test, out of Debian's package. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findUnpacked } from "../../scripts/debian/unpacked.mjs";
import { freePort } from "../../scripts/postgres/postgres.mjs";
import { startServer } from "./tethered-server";

/** Whether PgBouncer can run here. */
export const hasPgBouncer = (): boolean => findUnpacked("pgbouncer") !== undefined;

/** It refuses to run as root, unless a user namespace gives root another name. */
const NOT_ROOT = process.getuid?.() === 0 ? ["unshare", "--user", "--map-user=65534", "--map-group=65534"] : [];

function settingsFor(target: URL, port: number, more: Record<string, string>): string {
  const database = {
    host: target.searchParams.get("host") ?? target.hostname,
    port: target.port,
    user: decodeURIComponent(target.username),
    password: decodeURIComponent(target.password),
  };
  const settings = {
    listen_addr: "127.0.0.1",
    listen_port: String(port),
    unix_socket_dir: "",
    auth_type: "any",
    ...more,
  };
  const lines = (object: Record<string, string>, between: string): string =>
    Object.entries(object)
      .map(([name, value]) => `${name}=${value}`)
      .join(between);
  return `[databases]\n* = ${lines(database, " ")}\n[pgbouncer]\n${lines(settings, "\n")}\n`;
}

/**
 * Starts it before the database at `url`.
 * @param settings of PgBouncer, such as `pool_mode`
 * @returns the address that leads through it
 */
export async function startPgBouncer(
  url: string,
  settings: Record<string, string>,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const unpacked = findUnpacked("pgbouncer");
  if (!unpacked) throw new Error("PgBouncer is not unpacked.");
  const [target, port] = [new URL(url), await freePort()];
  const folder = mkdtempSync(path.join(tmpdir(), "pgbouncer-"));
  const file = path.join(folder, "pgbouncer.ini");
  writeFileSync(file, settingsFor(target, port, settings));
  const [program = "", ...args] = [...NOT_ROOT, unpacked.programs.server ?? "", file];
  const { stop } = await startServer(program, args, unpacked.env, /process up/);
  return {
    url: `postgresql://patchbay:any@127.0.0.1:${port}${target.pathname}`,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
