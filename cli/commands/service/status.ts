/** `patchbay service status`: whether the service is installed and runs. */
import { existsSync } from "node:fs";
import { defineCommand, EXIT, type Context } from "../../command";
import { launchdDomain, tryLine } from "../../service/run-manager";
import { managerOf, placeOf, type Manager } from "../../service/service-file";

type Status = { installed: boolean; running: boolean; state: string; file: string };

async function readState(manager: Manager, name: string): Promise<Pick<Status, "running" | "state">> {
  if (manager === "systemd") {
    const { exitCode, output } = await tryLine(["systemctl", "--user", "is-active", name]);
    return { running: exitCode === 0, state: output.split("\n")[0] ?? "" };
  }
  const { exitCode, output } = await tryLine(["launchctl", "print", `${launchdDomain()}/${name}`]);
  const state = /^\s*state = (.+)$/m.exec(output)?.[1] ?? "not loaded";
  return { running: exitCode === 0 && state === "running", state };
}

export const serviceStatus = defineCommand({
  usage: "",
  about: ["The exit code is 0 if it runs, and 1 if it does not."],
  options: {},
  run: async ({ env, out, json, isJson }: Context) => {
    const manager = managerOf(process.platform);
    const { name, file } = placeOf(manager, env);
    const installed = existsSync(file);
    const status: Status = {
      installed,
      file,
      ...(installed ? await readState(manager, name) : { running: false, state: "not installed" }),
    };
    if (isJson) json(status);
    else out(installed ? `${name}: ${status.state} (${file})` : `The service is not installed (${file}).`);
    return status.running ? EXIT.done : EXIT.failed;
  },
});
