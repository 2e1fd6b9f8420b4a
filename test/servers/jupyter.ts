/** A Jupyter server out of Debian's packages, unpacked and never installed. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findUnpacked } from "../../scripts/debian/unpacked.mjs";
import { freePort } from "../../scripts/postgres/postgres.mjs";
import { startServer } from "./tethered-server";

const unpacked = findUnpacked("jupyter");

/** Python stores compiled files next to the sources. Without them each interpreter would take seconds more to start. */
const COMPILED = { PYTHONDONTWRITEBYTECODE: "" };

/** Whether it can run here. */
export const hasJupyter = (): boolean => unpacked !== undefined;

/** Starts a gateway; `folder` contains its files. The files of its interpreters are deleted with the test. */
export async function startJupyter(token: string): Promise<{ url: string; folder: string; stop: () => Promise<void> }> {
  if (!unpacked) throw new Error("The Jupyter server is not unpacked.");
  const folder = mkdtempSync(path.join(tmpdir(), "jupyter-"));
  const port = await freePort();
  const settings = {
    ip: "127.0.0.1",
    port: String(port),
    port_retries: "0",
    allow_root: "True",
    open_browser: "False",
    root_dir: path.join(folder, "files"),
    token,
    quit_button: "False",
  };
  mkdirSync(settings.root_dir);
  const { stop } = await startServer(
    unpacked.programs.server ?? "",
    [
      ...Object.entries(settings).map(([name, value]) => `--ServerApp.${name}=${value}`),
      "--FileContentsManager.delete_to_trash=False",
      // How often it checks that interpreters are alive; the default is three seconds.
      "--KernelRestarter.time_to_dead=0.2",
    ],
    { ...unpacked.env, HOME: folder, IPYTHONDIR: path.join(folder, "ipython"), ...COMPILED },
    /is running at/,
  );
  return {
    url: `http://127.0.0.1:${port}`,
    folder: settings.root_dir,
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
