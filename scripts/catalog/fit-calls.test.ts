/** The command that checks calls of an existing program: its output and its exit code. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { fitCalls } from "./fit-calls";

const tool = {
  slug: "MY_APP_SEND",
  aliases: ["MY_APP_POST"],
  inputSchema: { type: "object", properties: { recipient: { type: "string" } }, required: ["recipient"] },
  run: { request: { method: "POST", baseUrl: "https://a", path: "/", parameters: [], aliases: { to: "recipient" } } },
};

let folder: string;
const inFolder = (name: string) => path.join(folder, name);
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "fit-"));
  writeFileSync(inFolder("my-app.json"), JSON.stringify({ toolkit: { tools: [tool] } }));
  writeFileSync(
    inFolder("manifest.json"),
    JSON.stringify({ toolkits: [{ slug: "my-app", file: inFolder("my-app.json") }] }),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

async function run(calls: unknown, how: { asJson?: boolean; file?: string } = {}) {
  const lines: string[] = [];
  const note = (text: string): void => void lines.push(text);
  const spies = [
    vi.spyOn(console, "log").mockImplementation(note),
    vi.spyOn(console, "error").mockImplementation(note),
  ];
  writeFileSync(inFolder("calls.json"), typeof calls === "string" ? calls : JSON.stringify(calls));
  const options = { asJson: how.asJson ?? false, showAll: false, manifest: inFolder("manifest.json") };
  const code = await fitCalls(inFolder(how.file ?? "calls.json"), options).finally(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return { code, out: lines.join("\n") };
}

const fitting = { tool: "MY_APP_SEND", arguments: { recipient: "a" } };

describe("npm run catalog:fit", () => {
  it("ends well when all calls would run, and shows what is translated", async () => {
    const { code, out } = await run([fitting, { tool: "MY_APP_POST", arguments: { to: "a" } }]);
    expect(code).toBe(0);
    expect(out).toContain("MY_APP_POST -> MY_APP_SEND");
    expect(out).toContain("to -> recipient");
    expect(out).toContain("2 calls: 1 fits, 1 translated");
  });

  it("ends with 1 when a call would fail, and says why", async () => {
    const { code, out } = await run([fitting, { tool: "MY_APP_SENDS", arguments: {} }, { ...fitting, arguments: {} }]);
    expect(code).toBe(1);
    expect(out).toContain("There is no tool MY_APP_SENDS. Similar: MY_APP_SEND.");
    expect(out).toContain("recipient: is required");
  });

  it("writes JSON when asked to", async () => {
    const { out } = await run([fitting], { asJson: true });
    expect(JSON.parse(out)).toMatchObject({ summary: { fits: 1 }, calls: [{ tool: "MY_APP_SEND", outcome: "fits" }] });
  });

  it("ends with 2 for a file that is not there, or that holds no calls", async () => {
    expect(await run("{}")).toMatchObject({ code: 2, out: expect.stringContaining("tool calls of OpenAI") });
    expect(await run("{}", { file: "no.json" })).toMatchObject({
      code: 2,
      out: expect.stringContaining("is not there"),
    });
  });
});
