/** `patchbay tools show SLUG`: a tool with its arguments. */
import { defineCommand, EXIT, UsageError } from "../../command";
import { listArguments, type Argument } from "../../schema/list-arguments";
import { callApi } from "../../server/call-api";
import { SERVER_OPTIONS } from "../../server/options";
import { requireTarget } from "../../server/target";
import { toSegment } from "../../server/to-segment";
import { tableLines, toPlainLine, wrapText } from "../../terminal/lay-out";

type Tool = {
  slug: string;
  name: string;
  description: string;
  toolkit: { slug: string; name: string };
  input_parameters: unknown;
  no_auth: boolean;
  version: string;
  is_deprecated: boolean;
};

const COLUMNS = [
  { title: "ARGUMENT", valueOf: ({ name }: Argument) => name },
  { title: "TYPE", valueOf: ({ type }: Argument) => type },
  { title: "REQUIRED", valueOf: ({ isRequired }: Argument) => (isRequired ? "yes" : "") },
  { title: "DESCRIPTION", valueOf: ({ description }: Argument) => description, wraps: true },
];

export const toolsShow = defineCommand({
  usage: "SLUG",
  about: ["Example: patchbay tools show GITHUB_CREATE_AN_ISSUE"],
  options: SERVER_OPTIONS,
  run: async (context) => {
    const { positionals, screen, out, json, isJson, signal } = context;
    const [slug, ...more] = positionals;
    if (slug === undefined || more.length > 0) throw new UsageError("Name one tool by its slug.");
    const path = `/api/v3/tools/${toSegment(slug)}`;
    const tool = await callApi<Tool>(await requireTarget(context), "GET", path, {
      query: { version: "latest" },
      signal,
    });
    if (isJson) {
      json(tool);
      return EXIT.done;
    }
    const account = tool.no_auth ? "needs no account" : `needs an account of ${tool.toolkit.slug}`;
    out(toPlainLine(`${tool.slug} (${tool.toolkit.name}, version ${tool.version}, ${account})`));
    if (tool.is_deprecated) out("This tool is deprecated.");
    for (const line of wrapText(toPlainLine(tool.description), screen.width)) out(line);
    out("");
    const list = listArguments(tool.input_parameters);
    if (list.length === 0) out("It takes no arguments.");
    else for (const line of tableLines(list, COLUMNS, screen)) out(line);
    return EXIT.done;
  },
});
