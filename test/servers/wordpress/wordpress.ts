/** WordPress on MariaDB behind PHP's own web server, out of Debian's packages. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findUnpacked } from "../../../scripts/debian/unpacked.mjs";
import { startServer } from "../tethered-server";

type Unpacked = NonNullable<ReturnType<typeof findUnpacked>>;
export type WordPress = { url: string; username: string; password: string; stop: () => Promise<void> };

const run = promisify(execFile);
const SITE = fileURLToPath(new URL("wordpress-site.php", import.meta.url));

/** Whether WordPress can run here. */
export const hasWordPress = (): boolean => findUnpacked("wordpress") !== undefined;

/** MariaDB without users and without the network: anyone with access to the folder can use it. */
function startDatabase({ folder: root, programs, env }: Unpacked, folder: string, socket: string) {
  const [data, plugins, share] = [
    path.join(folder, "data"),
    path.join(folder, "plugins"),
    path.join(root, "usr/share/mysql"),
  ];
  for (const directory of [data, plugins]) mkdirSync(directory);
  const args = [
    "--no-defaults",
    `--datadir=${data}`,
    `--socket=${socket}`,
    `--pid-file=${path.join(folder, "pid")}`,
    `--plugin-dir=${plugins}`,
    "--skip-networking",
    "--skip-grant-tables",
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${path.join(share, "charsets")}`,
    // It refuses to run as root without this option. Its data are temporary, so nothing waits for the disk.
    ...(process.getuid?.() === 0 ? ["--user=root"] : []),
    "--innodb-flush-log-at-trx-commit=0",
    "--innodb-buffer-pool-size=16M",
    "--innodb-log-file-size=4M",
    "--innodb-use-native-aio=0",
  ];
  return startServer(programs.database ?? "", args, env, /ready for connections/);
}

/** PHP with no settings of the machine: the database's extensions alone, and no mail. */
async function phpOptions({ folder, programs, env }: Unpacked): Promise<string[]> {
  const { stdout } = await run(programs.php ?? "", ["-n", "-r", "echo PHP_EXTENSION_DIR;"], {
    env: { ...process.env, ...env },
  });
  return [
    "-n",
    ...[
      `extension_dir=${path.join(folder, stdout)}`,
      "extension=mysqlnd",
      "extension=mysqli",
      "sendmail_path=false",
    ].flatMap((setting) => ["-d", setting]),
  ];
}

/** Starts a new site with one person, who has created an application password. */
export async function startWordPress(): Promise<WordPress> {
  const unpacked = findUnpacked("wordpress");
  if (!unpacked) throw new Error("WordPress is not unpacked.");
  const folder = mkdtempSync(path.join(tmpdir(), "wp-"));
  const socket = path.join(folder, "db.sock");
  const database = await startDatabase(unpacked, folder, socket);
  const php = await phpOptions(unpacked);
  const env = {
    ...unpacked.env,
    WORDPRESS_FILES: path.join(unpacked.folder, "usr/share/wordpress"),
    WORDPRESS_CONTENT: path.join(folder, "content"),
    WORDPRESS_SOCKET: socket,
  };
  const { stdout } = await run(unpacked.programs.php ?? "", [...php, SITE], { env: { ...process.env, ...env } });
  const web = await startServer(
    unpacked.programs.php ?? "",
    [...php, "-S", "127.0.0.1:0", SITE],
    env,
    /\((http:\/\/127\.0\.0\.1:\d+)\) started/,
  );
  return {
    url: web.words[1] ?? "",
    ...(JSON.parse(stdout) as { username: string; password: string }),
    stop: async () => {
      await Promise.all([web.stop(), database.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
