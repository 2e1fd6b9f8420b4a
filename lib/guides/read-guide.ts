/** The guides of the folder `docs/` of this installation, alone, listed and together. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { GUIDE_GROUPS, GUIDES, type Guide } from "@/lib/contract/guides";
import { withoutFrontMatter } from "@/lib/contract/markdown/guide-text";
import { memoize } from "@/lib/kernel/concurrency/memoize";
import { ApiError } from "@/lib/kernel/errors";
import { env } from "@/lib/kernel/process/env";

/** The address in the files, which readers of a checkout have. */
const EXAMPLE_ADDRESS = /http:\/\/localhost:3000(?!\d)/g;

/** The Markdown of a listed guide, with the address of this server in its code. */
export async function readGuideFile({ file }: Guide): Promise<string> {
  const markdown = await readFile(path.join(/* turbopackIgnore: true */ process.cwd(), "docs", file), "utf8");
  return withoutFrontMatter(markdown).replace(EXAMPLE_ADDRESS, () => env().publicUrl);
}

/** The address of this server, for code in the documentation. */
export const publicAddress = (): string => env().publicUrl;

const addressOf = (file: string): string => `${env().publicUrl}/api/docs/${file}`;

/**
 * The Markdown of a guide. Only listed files are read, so that no address leads out of the folder.
 * @throws ApiError NotFound
 */
export async function readGuide(group: string, name: string): Promise<string> {
  const guide = GUIDES.find(({ file }) => file === `${group}/${name}`);
  if (guide) return readGuideFile(guide);
  throw new ApiError("NotFound", `There is no guide ${group.slice(0, 40)}/${name.slice(0, 40)}.`, {
    suggestedFix: "See /llms.txt for all guides; their names end in .md.",
  });
}

const SUMMARY =
  "> Patchbay is an open, self-hosted integration platform for AI agents. It speaks the Composio v3 API: the official " +
  "SDKs and any MCP client work with it by their base URL.";

/** The list of all guides, as https://llmstxt.org describes it: a title, a summary, and links in groups. */
export function listGuides(): string {
  const { publicUrl, publicDocs } = env();
  const groups = GUIDE_GROUPS.map(({ title, documents }) =>
    [`## ${title}`, "", ...documents.map(({ file, about }) => `- [${about}](${addressOf(file)})`)].join("\n"),
  );
  const reference = [
    "## API",
    "",
    `- [Every operation with its fields and code](${publicUrl}/docs/api)`,
    `- [Every operation, as an OpenAPI document](${publicUrl}/api/openapi.json)`,
    `- [The documentation as an MCP server${publicDocs ? ", without a key" : ""}](${publicUrl}/api/docs/mcp)`,
    `- [All guides in one text](${publicUrl}/llms-full.txt)`,
  ];
  return `${["# Patchbay", SUMMARY, `The base URL of this server is ${publicUrl}.`, ...groups, reference.join("\n")].join("\n\n")}\n`;
}

/** All guides, each after a line with its address; read once, because everybody can ask for it. */
export const readAllGuides = memoize(async (): Promise<string> => {
  const texts = await Promise.all(
    GUIDES.map(async (guide) => `<!-- ${addressOf(guide.file)} -->\n\n${await readGuideFile(guide)}`),
  );
  return texts.join("\n");
});
