/** Toolkits of MCP servers by the methods that the SDK for Python has for them, unmodified. */
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { PYTHON_ENVIRONMENT } from "@/scripts/check/package-folder.mjs";
import { findTestPackage, prepareTestPackages, PYTHON_SDK_VERSION, sdkPython } from "@/scripts/check/test-packages.mjs";
import { metaToolkit } from "@/test/builders/meta-toolkit";
import { useCustomToolkits } from "@/test/clients/custom-toolkits";
import { answer, type Behavior } from "@/test/servers/hostile-mcp";
import { installConnectToolkits } from "@/test/servers/oauth-providers";

await prepareTestPackages(["python-sdk"]);
const { isHere, without } = findTestPackage("python-sdk");

const inputSchema = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const tools = [{ name: "write_note", description: "Writes a note into the notebook.", inputSchema }];
const notes: Behavior = ({ id, method }, response) =>
  method === "tools/list" ? (answer(response, id, { tools }), true) : undefined;
const stand = useCustomToolkits({ notes, others: notes });

beforeAll(() => installConnectToolkits({}, [metaToolkit()]));

/** Runs the driver with a home of its own. @returns name of a step to "ok", or the error */
async function drive(): Promise<Record<string, string>> {
  const script = fileURLToPath(new URL("../children/custom-toolkits-child.py", import.meta.url));
  const addresses = [stand.url, stand.keys.project, stand.server.url("notes"), stand.server.url("others")];
  const home = mkdtempSync(path.join(tmpdir(), "python-sdk-"));
  const child = spawn(sdkPython(), [script, ...addresses], {
    env: { ...process.env, ...PYTHON_ENVIRONMENT, HOME: home },
  });
  let [output, problems] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (problems += chunk.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  expect([code, code === 0 ? "" : problems]).toEqual([0, ""]);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "") as Record<string, string>;
}

it.skipIf(!isHere)(
  `composio ${PYTHON_SDK_VERSION} makes, reads, uses and deletes a custom toolkit${without}`,
  async () => {
    const results = Object.entries(await drive());
    expect(results.filter(([, result]) => result !== "ok")).toEqual([]);
    expect(results).toHaveLength(15);
  },
);
