import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Environment } from "../command";

/** WSL is a Linux whose browser is that of Windows. */
function isWsl(): boolean {
  try {
    return /microsoft/i.test(readFileSync("/proc/version", "utf8"));
  } catch {
    return false;
  }
}

function openerOf(env: Environment): string {
  if (env.BROWSER) return env.BROWSER;
  if (process.platform === "darwin") return "open";
  return isWsl() ? "wslview" : "xdg-open";
}

/**
 * Opens a page in the person's browser.
 * @returns whether the program that opens pages could be started
 */
export function openBrowser(url: string, env: Environment): Promise<boolean> {
  if (!/^https?:\/\//.test(url)) return Promise.resolve(false);
  return new Promise((resolve) => {
    // Without a shell, so that nothing in the address is read as a command.
    const child = spawn(openerOf(env), [url], { stdio: "ignore", detached: true });
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
