/** The programs and commands of the guides, as they are written, run by a reader with a project of their own. */
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import {
  findTestPackage,
  quickstartNodeFolder,
  quickstartPython,
  sdkPython,
} from "../../scripts/check/test-packages.mjs";
import { inRoot } from "../../scripts/paths.mjs";
import { freePort } from "../../scripts/postgres/postgres.mjs";
import { GUIDE_BLOCKS, isCommand, isRun, type GuideBlock } from "../../test/guides/guide-blocks";
import { type Place, runProgram, startModel } from "../fixtures/agent-program";
import { apiOf } from "../fixtures/api";
import { type Reader, fillIn, folderOf, runCommands, runScripts, runToEnd, writeProgram } from "./run-blocks";
import { setUpReader } from "./set-up-reader";

const BLOCKS = GUIDE_BLOCKS.filter(isRun);
const COMMANDS = BLOCKS.filter(isCommand);
const PROGRAMS = BLOCKS.filter((block) => block.language === "ts" || block.language === "js");
const PYTHON = BLOCKS.filter(({ language }) => language === "python");

const isAgent = ({ file }: GuideBlock): boolean => file.startsWith("quickstarts/") && file !== "quickstarts/http.md";
/** Runs until it is stopped. */
const isServer = ({ code }: GuideBlock): boolean => code.includes("server.listen(");
/** The frameworks whose packages this repository has for other tests. */
const isOfRepository = ({ file }: GuideBlock): boolean => /\/(openai|openai-agents|mastra)\.md$/.test(file);
const AGENTS = PROGRAMS.filter((block) => isAgent(block) && isOfRepository(block));
const OTHER_AGENTS = PROGRAMS.filter((block) => isAgent(block) && !isOfRepository(block));
const PYTHON_AGENTS = PYTHON.filter(isAgent);
const installs = ({ code }: GuideBlock): boolean => /^(npm|pip) install /m.test(code);
const SERVERS = PROGRAMS.filter(isServer);
const SCRIPTS = PROGRAMS.filter((block) => !isAgent(block) && !isServer(block));

const NODE_PACKAGES = findTestPackage("quickstarts-npm");
const PYTHON_PACKAGES = findTestPackage("quickstarts-pip");

const placeOf = ({ file, line }: GuideBlock): string => `${file}:${line}`;

let reader: Reader;
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  reader = await setUpReader(page);
  await page.close();
});
test.afterAll(() => rmSync(reader.folder, { recursive: true, force: true }));

const CALLS = COMMANDS.filter((block) => !installs(block));
test(`the ${CALLS.length} blocks of commands run in the order of each guide`, async () => {
  const guides = [...new Set(CALLS.map(({ file }) => file))];
  const failures: string[] = [];
  await Promise.all(
    guides.map(async (guide) => {
      for (const block of CALLS.filter(({ file }) => file === guide)) {
        const { code, output } = await runCommands(block, reader);
        if (code !== 0) failures.push(`${placeOf(block)} ended with ${code}:\n${output}`);
      }
    }),
  );
  expect(failures.join("\n\n")).toBe("");
});

test(`the ${SCRIPTS.length} short programs run`, async () => {
  const { output } = await runScripts(SCRIPTS, reader);
  expect(output.match(/^failed [^]*/m)?.[0] ?? "").toBe("");
  expect(output.match(/^ok /gm)).toHaveLength(SCRIPTS.length);
});

/** The agent asks for a tool, gets its result, and ends with the model's answer. */
async function expectAnswer(block: GuideBlock, file: string, place?: Place): Promise<void> {
  const model = await startModel("HACKERNEWS_GET_FRONTPAGE");
  try {
    const key = reader.environment.PATCHBAY_API_KEY ?? "";
    const output = await runProgram({ file, code: fillIn(block.code, reader) }, key, model, place);
    expect(output).toContain("You are octocat.");
  } finally {
    await model.stop();
  }
}

for (const block of AGENTS)
  test(`the agent ${block.file} calls a tool and answers`, () => expectAnswer(block, "agent.mts"));

for (const block of OTHER_AGENTS)
  test(`the agent ${block.file} calls a tool and answers${NODE_PACKAGES.without}`, async () => {
    test.skip(!NODE_PACKAGES.isHere, "The packages could not be installed");
    const folder = path.join(quickstartNodeFolder(), "programs");
    await expectAnswer(block, "agent.mts", { folder, command: inRoot("node_modules/.bin/tsx") });
  });

for (const block of PYTHON_AGENTS)
  test(`the agent ${block.file} in Python calls a tool and answers${PYTHON_PACKAGES.without}`, async () => {
    test.skip(!PYTHON_PACKAGES.isHere, "The packages could not be installed");
    await expectAnswer(block, "agent.py", { folder: inRoot("test-results"), command: quickstartPython() });
  });

test("the commands of the quickstarts install what is there", async () => {
  test.skip(!NODE_PACKAGES.isHere || !PYTHON_PACKAGES.isHere, "The packages could not be installed");
  for (const block of COMMANDS.filter(installs)) {
    const { code, output } = await runCommands(block, reader);
    expect.soft(code, `${placeOf(block)}:\n${output}`).toBe(0);
  }
});

test("the receiver of webhooks accepts a signed event and refuses any other", async () => {
  const [block] = SERVERS;
  if (!block) throw new Error("No guide shows a receiver");
  expect(SERVERS).toHaveLength(1);
  const port = await freePort();
  const address = `http://127.0.0.1:${port}/hook`;
  const api = apiOf(reader.url, reader.environment.PATCHBAY_API_KEY);
  const { body: receiver } = await api.call<{ id: string; secret: string }>("POST", "/webhook_subscriptions", {
    webhook_url: address,
    enabled_events: ["composio.trigger.message"],
  });
  const file = writeProgram({ ...block, code: block.code.replace("3001", String(port)) }, reader, "mts");
  const child = spawn(inRoot("node_modules/.bin/tsx"), [file], {
    cwd: folderOf(block.file, reader),
    env: { ...process.env, ...reader.environment, WEBHOOK_SECRET: receiver.secret },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  try {
    await expect(async () => {
      const forged = await fetch(address, { method: "POST", body: "{}" });
      expect(forged.status).toBe(400);
    }).toPass({ timeout: 60_000 });
    await api.call("POST", `/internal/patchbay/webhook_subscriptions/${receiver.id}/sample`);
    await expect.poll(() => output).toContain("Verified:");
  } finally {
    child.kill();
  }
});

const { isHere, without } = findTestPackage("python-sdk");
const USES_SDK = /\bcomposio\b/;
const IMPORTS = "import os\nfrom composio import Composio\n";
const CLIENT = `composio = Composio(api_key=os.environ["PATCHBAY_API_KEY"], base_url=os.environ["PATCHBAY_URL"])\n`;

/** The program with what the guide has said before. */
function wholeProgram(code: string): string {
  const client = code.includes("Composio(") ? "" : CLIENT;
  return `${code.includes("import Composio") ? "" : IMPORTS}${client}${code}`;
}

for (const block of PYTHON.filter((block) => !isAgent(block))) {
  const needsSdk = USES_SDK.test(block.code);
  test(`the Python program ${block.file} runs${needsSdk ? without : ""}`, async () => {
    test.skip(needsSdk && !isHere, "The package could not be installed");
    const python = needsSdk ? sdkPython() : "python3";
    if (!needsSdk) {
      const { code } = await runToEnd(python, ["-c", "import requests"], {});
      test.skip(code !== 0, "This machine's Python has no package requests");
    }
    const program = needsSdk ? wholeProgram(block.code) : block.code;
    const outcome = await runToEnd(python, [writeProgram({ ...block, code: program }, reader, "py")], {
      env: { ...process.env, ...reader.environment },
    });
    expect(outcome).toMatchObject({ code: 0 });
  });
}
