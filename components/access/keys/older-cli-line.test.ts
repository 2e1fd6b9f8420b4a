/** The line for a terminal that signs in older programs. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { olderCliLine } from "./older-cli-line";

it.each(["ak_abc", "ak_'; touch /tmp/nothing #", 'ak_$(id) \\n "x"'])(
  "writes the file of the programs for %s",
  (key) => {
    const home = mkdtempSync(path.join(tmpdir(), "older-cli-line-"));
    execFileSync("sh", ["-c", olderCliLine("https://patchbay.example.com", key)], {
      env: { ...process.env, HOME: home },
    });
    const file = readFileSync(path.join(home, ".composio/user_data.json"), "utf8");
    expect(JSON.parse(file)).toEqual({ api_key: key, base_url: "https://patchbay.example.com" });
  },
);
