/** The options of commands that start a server. They win over settings from files. */
import path from "node:path";
import type { Options } from "../command";

export const START_OPTIONS = {
  port: { type: "string", value: "PORT", description: "The port; 3000 by default" },
  host: { type: "string", value: "ADDRESS", description: "The address to listen on" },
  data: { type: "string", value: "FOLDER", description: "The data folder (PATCHBAY_DATA_DIR)" },
} as const satisfies Options;

const SETTINGS = { port: "PORT", host: "HOST", data: "PATCHBAY_DATA_DIR" } as const;

/** Sets the environment of this process, which the start reads. */
export function applyStartOptions(values: Partial<Record<keyof typeof SETTINGS, string>>): void {
  for (const name of ["port", "host", "data"] as const) {
    const value = values[name];
    if (value === undefined) continue;
    // A relative folder in the command line starts where the command is called, also in a checkout.
    process.env[SETTINGS[name]] = name === "data" ? path.resolve(value) : value;
  }
}
