/** The files by which systemd and launchd run the server of this installation for one user. */
import { homedir } from "node:os";
import path from "node:path";
import { Failure, type Environment } from "../command";

/** What a service runs: a program with arguments, in a folder, with settings that are no secrets. */
export type ServicePlan = {
  program: readonly string[];
  folder: string;
  settings: Readonly<Record<string, string>>;
};
export type Manager = "systemd" | "launchd";
export type ServiceFile = { manager: Manager; name: string; file: string; text: string };

const UNIT = "patchbay.service";
const LABEL = "patchbay.server";
/** Longer than the server takes to finish its requests and stop its database. */
const STOP_SECONDS = 60;

/** @throws {Failure} on systems without either */
export function managerOf(platform: NodeJS.Platform): Manager {
  if (platform === "linux") return "systemd";
  if (platform === "darwin") return "launchd";
  throw new Failure(`Services are installed on Linux (systemd) and macOS (launchd), and this is ${platform}.`);
}

const noLineBreak = (text: string): string => {
  if (/[\n\r\0]/.test(text)) throw new Failure("A path or a setting of the service contains a line break.");
  return text;
};

/** A word of a unit file: quoted, and without specifiers and variables. */
const unitWord = (text: string): string =>
  `"${noLineBreak(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%").replaceAll("$", "$$$$")}"`;
/** A value of Environment= is not searched for variables. */
const unitSetting = (text: string): string => unitWord(text).replaceAll("$$", "$");

function unitText({ program, folder, settings }: ServicePlan): string {
  return [
    "[Unit]",
    "Description=Patchbay, the integration platform for AI agents",
    "",
    "[Service]",
    "Type=exec",
    `WorkingDirectory=${noLineBreak(folder).replaceAll("%", "%%")}`,
    `ExecStart=${program.map(unitWord).join(" ")}`,
    ...Object.entries(settings).map(([name, value]) => `Environment=${unitSetting(`${name}=${value}`)}`),
    "# The start command ends its database and its workers itself; a signal to all of them would end the database first.",
    "KillMode=mixed",
    `TimeoutStopSec=${STOP_SECONDS}`,
    "Restart=on-failure",
    "RestartSec=5",
    "UMask=0077",
    "",
    "[Install]",
    "WantedBy=default.target",
    "",
  ].join("\n");
}

const xml = (text: string): string =>
  noLineBreak(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const xmlStrings = (texts: readonly string[]): string[] => texts.map((text) => `    <string>${xml(text)}</string>`);

function plistText({ program, folder, settings }: ServicePlan, log: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    "<dict>",
    `  <key>Label</key><string>${LABEL}</string>`,
    "  <key>ProgramArguments</key>",
    "  <array>",
    ...xmlStrings(program),
    "  </array>",
    `  <key>WorkingDirectory</key><string>${xml(folder)}</string>`,
    "  <key>EnvironmentVariables</key>",
    "  <dict>",
    ...Object.entries(settings).map(([name, value]) => `    <key>${xml(name)}</key><string>${xml(value)}</string>`),
    "  </dict>",
    "  <key>RunAtLoad</key><true/>",
    "  <key>KeepAlive</key><dict><key>SuccessfulExit</key><false/></dict>",
    `  <key>ExitTimeOut</key><integer>${STOP_SECONDS}</integer>`,
    "  <key>Umask</key><integer>63</integer>",
    `  <key>StandardOutPath</key><string>${xml(log)}</string>`,
    `  <key>StandardErrorPath</key><string>${xml(log)}</string>`,
    "</dict>",
    "</plist>",
    "",
  ].join("\n");
}

/** The place of the service's file, and its name at the manager. */
export function placeOf(manager: Manager, env: Environment): Pick<ServiceFile, "name" | "file"> {
  const home = env.HOME || homedir();
  if (manager === "launchd") return { name: LABEL, file: path.join(home, "Library/LaunchAgents", `${LABEL}.plist`) };
  const config = env.XDG_CONFIG_HOME || path.join(home, ".config");
  return { name: UNIT, file: path.join(config, "systemd/user", UNIT) };
}

/** The file that the manager reads, as text. */
export function toServiceFile(manager: Manager, plan: ServicePlan, env: Environment): ServiceFile {
  const place = placeOf(manager, env);
  const log = path.join(env.HOME || homedir(), "Library/Logs/patchbay.log");
  return { manager, ...place, text: manager === "systemd" ? unitText(plan) : plistText(plan, log) };
}
