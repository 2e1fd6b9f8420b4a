/** The quickstarts show the programs and set-ups that the dashboard makes, and so what the tests of those have run. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CLIENTS, toClientSetup, type ClientKey } from "@/components/mcp/client-snippets";
import { GUIDES } from "@/lib/contract/guides";
import { inRoot } from "@/scripts/paths.mjs";
import { toAgentProgram } from "./agent-code";
import { toTask } from "./agent-task";
import { FRAMEWORKS } from "./frameworks";

const TARGET = { origin: "http://localhost:3000", user: "user-1", task: toTask([]) };
/** Claude on the web is set up as Claude Desktop is, and other clients by the guide of MCP servers. */
const WITHOUT_PAGE: readonly string[] = ["claude-web", "other"];

const read = (key: string): string => readFileSync(inRoot("docs/quickstarts", `${key}.md`), "utf8");
const blocksOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^```\w*[^\n]*\n([^]*?)\n```$/gm)].map(([, code = ""]) => code);
const titleOf = (key: string): string | undefined => GUIDES.find(({ file }) => file === `quickstarts/${key}.md`)?.title;

it.each(FRAMEWORKS)("$key: installs and runs the program of each language", ({ key, label, languages }) => {
  const blocks = blocksOf(read(key));
  expect(titleOf(key)).toBe(label);
  for (const language of languages) {
    const { install, file, code, modelKey } = toAgentProgram(key, language, TARGET);
    expect(blocks).toContain(code);
    expect(blocks.some((block) => block.startsWith(install) && block.includes(modelKey ?? ""))).toBe(true);
    if (file) expect(read(key)).toContain(`\`${file}\``);
  }
});

const CLIENT_KEYS = Object.keys(CLIENTS) as ClientKey[];

it.each(CLIENT_KEYS.filter((key) => !WITHOUT_PAGE.includes(key)))("%s: is set up as its server's page says", (key) => {
  const origin = key === "chatgpt" ? "https://patchbay.example.com" : TARGET.origin;
  const setup = toClientSetup(key, { name: "patchbay", url: `${origin}/v3/mcp/your-server`, auth: "oauth" });
  const markdown = read(key);
  expect(titleOf(key)).toBe(CLIENTS[key]);
  for (const { label, code } of setup.pieces) {
    expect(blocksOf(markdown)).toContain(code);
    if (label !== "Terminal") expect(markdown).toContain(`\`${label}\``);
  }
  for (const step of setup.steps ?? []) expect(markdown).toContain(step);
});
