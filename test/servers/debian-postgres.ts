/** A PostgreSQL of Debian's packages on the loopback address, with a new folder; it ends with the test. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findDebianPostgres } from "../../scripts/debian/postgres.mjs";
import { chownFiles, runAs } from "../../scripts/postgres/postgres-user.mjs";
import { freePort } from "../../scripts/postgres/postgres.mjs";
import { startServer } from "./tethered-server";

export const debianPostgres = findDebianPostgres();

/** @returns the address of its empty database, which an ordinary user owns, and a function that stops it */
export async function startDebianPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  if (!debianPostgres) throw new Error("There is no PostgreSQL of Debian's packages here.");
  const { bin } = debianPostgres;
  const user = runAs();
  const folder = mkdtempSync(path.join(process.env.PATCHBAY_TEST_ROOT ?? tmpdir(), "debian-pg-"));
  const cluster = path.join(folder, "cluster");
  mkdirSync(cluster, { mode: 0o700 });
  chownFiles(user, folder, cluster);
  const [initdb = "", ...rest] = [...user.prefix, path.join(bin, "initdb")];
  const options = { ...user.options, stdio: "ignore" } as const;
  execFileSync(initdb, [...rest, "-D", cluster, "-U", "patchbay", "-A", "trust", "-E", "UTF8", "--no-sync"], options);
  const port = await freePort();
  const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"];
  const [postgres = "", ...more] = [...user.prefix, path.join(bin, "postgres")];
  const args = [...more, "-D", cluster, ...settings.flatMap((setting) => ["-c", setting])];
  const { stop } = await startServer(postgres, args, {}, /ready to accept connections/, user.options);
  return {
    url: `postgresql://patchbay@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
