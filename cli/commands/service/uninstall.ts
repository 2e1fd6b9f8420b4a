/** `patchbay service uninstall`: stops the service and deletes its file. The data stays. */
import { existsSync, rmSync } from "node:fs";
import { defineCommand, EXIT, Failure } from "../../command";
import { launchdDomain, runLine, tryLine, type Line } from "../../service/run-manager";
import { managerOf, placeOf } from "../../service/service-file";

export const serviceUninstall = defineCommand({
  usage: "",
  about: ["The data folder stays as it is."],
  options: { print: { type: "boolean", description: "Only print what would be deleted, and change nothing" } },
  run: async ({ values, env, out, err, json, isJson }) => {
    const manager = managerOf(process.platform);
    const { name, file } = placeOf(manager, env);
    if (!existsSync(file)) throw new Failure(`There is no service: ${file} does not exist.`);
    if (!values.print) {
      const stop: Line =
        manager === "systemd"
          ? ["systemctl", "--user", "disable", "--now", name]
          : ["launchctl", "bootout", `${launchdDomain()}/${name}`];
      const { exitCode, output } = await tryLine(stop);
      // The file is deleted either way: a service that does not run has nothing to stop.
      if (exitCode !== 0 && output !== "") err(output);
      rmSync(file);
      if (manager === "systemd") await runLine(["systemctl", "--user", "daemon-reload"]);
    }
    if (isJson) json({ file, deleted: values.print !== true });
    else out(values.print ? file : `Deleted: ${file}`);
    return EXIT.done;
  },
});
