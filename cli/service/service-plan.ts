import path from "node:path";
import type { Environment } from "../command";
import type { ServicePlan } from "./service-file";

/** Settings that a service takes from the environment of its installation. Secrets are not among them. */
const SETTINGS = ["HOST", "PATCHBAY_PUBLIC_URL"] as const;

/** The data folder is an absolute path. */
export type ServiceOptions = { port?: string; dataDir: string };

/** What the service of this installation runs. Services get no `PATH` of a shell, so Node's folder is named. */
export function planService(root: string, env: Environment, { port, dataDir }: ServiceOptions): ServicePlan {
  const folders = [path.dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"];
  const shared = SETTINGS.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  const chosenPort = port ?? env.PORT;
  return {
    program: [process.execPath, path.join(root, "scripts/start.mjs")],
    folder: root,
    settings: {
      PATH: [...new Set(folders)].join(":"),
      PATCHBAY_DATA_DIR: dataDir,
      ...(chosenPort && { PORT: chosenPort }),
      ...Object.fromEntries(shared),
    },
  };
}
