/** `patchbay service install`: runs the server of this installation for this user, also after a restart. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { defineCommand, EXIT } from "../../command";
import { locateDataFolder } from "../../operate/load-script";
import { readLimit } from "../../read-limit";
import { launchdDomain, runLine, type Line } from "../../service/run-manager";
import { managerOf, toServiceFile, type ServiceFile } from "../../service/service-file";
import { planService } from "../../service/service-plan";

const startLines = ({ manager, name, file }: ServiceFile): Line[] =>
  manager === "systemd"
    ? [
        ["systemctl", "--user", "daemon-reload"],
        ["systemctl", "--user", "enable", "--now", name],
      ]
    : [["launchctl", "bootstrap", launchdDomain(), file]];

const LINGER =
  "The service runs while you are signed in. To run it always: loginctl enable-linger\n" +
  "Its log: journalctl --user -u patchbay.service";

export const serviceInstall = defineCommand({
  usage: "",
  about: [
    "On Linux it writes a user unit of systemd, on macOS an agent of launchd, and starts it. Secrets and other settings " +
      "belong into the file .env in the data folder.",
  ],
  options: {
    print: { type: "boolean", description: "Only print the file, and change nothing" },
    port: { type: "string", value: "PORT", description: "The port of the server (PORT; default: 3000)" },
    data: { type: "string", value: "FOLDER", description: "The data folder (PATCHBAY_DATA_DIR)" },
  },
  run: async ({ values, env, root, out, err, json, isJson }) => {
    readLimit("port", values.port, 0, 65_535);
    const { port, data } = values;
    const dataDir = data === undefined ? await locateDataFolder(root, env) : path.resolve(data);
    const options = { dataDir, ...(port !== undefined && { port }) };
    const service = toServiceFile(managerOf(process.platform), planService(root, env, options), env);
    if (values.print) {
      if (isJson) json(service);
      else out(service.text.trimEnd());
      return EXIT.done;
    }
    mkdirSync(path.dirname(service.file), { recursive: true });
    writeFileSync(service.file, service.text, { mode: 0o600 });
    err(`Written: ${service.file}`);
    for (const line of startLines(service)) await runLine(line);
    if (isJson) json(service);
    else out(service.text.trimEnd());
    err(service.manager === "systemd" ? LINGER : "The service runs while you are signed in.");
    return EXIT.done;
  },
});
