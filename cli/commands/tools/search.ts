/** `patchbay tools search`: the tools for a request in plain words. */
import { defineCommand, EXIT, UsageError, type Context } from "../../command";
import { readLimit } from "../../read-limit";
import { callApi } from "../../server/call-api";
import { SERVER_OPTIONS } from "../../server/options";
import { requireTarget } from "../../server/target";
import { tableLines, toPlainLine } from "../../terminal/lay-out";

type Tool = { slug: string; description: string; relation: string | null; toolkit: { slug: string } };
type Step = { text: string; nothing_fits: string | null; primary: Tool[]; related: Tool[] };
type App = { slug: string; connection: "connected" | "not_connected" | "not_needed" };
type Answer = { steps: Step[]; apps: App[] };

const CONNECTIONS = { connected: "connected", not_connected: "not connected", not_needed: "not needed" } as const;

function stepLines(step: Step, { apps }: Answer, limit: number, screen: Context["screen"]): string[] {
  const tools = [...step.primary, ...step.related].slice(0, limit);
  if (tools.length === 0) return [toPlainLine(step.nothing_fits ?? "No tool fits.")];
  const connectionOf = (tool: Tool): string => {
    const app = apps.find(({ slug }) => slug === tool.toolkit.slug);
    return app ? CONNECTIONS[app.connection] : "";
  };
  const columns = [
    { title: "TOOL", valueOf: ({ slug }: Tool) => slug },
    { title: "ACCOUNT", valueOf: connectionOf },
    { title: "WHAT IT DOES", valueOf: ({ description }: Tool) => description },
  ];
  return [
    ...(step.nothing_fits === null ? [] : [toPlainLine(step.nothing_fits)]),
    ...tableLines(tools, columns, screen),
  ];
}

export const toolsSearch = defineCommand({
  usage: "WORDS",
  about: ['Example: patchbay tools search "open an issue and tell the team in Slack"'],
  options: {
    toolkit: {
      type: "string",
      multiple: true,
      value: "SLUG",
      description: "Only tools of this toolkit; can be repeated",
    },
    user: {
      type: "string",
      value: "ID",
      description: "The user whose accounts count as connected (default: any user)",
    },
    limit: { type: "string", value: "NUMBER", description: "The most tools shown for each step (default: 10)" },
    ...SERVER_OPTIONS,
  },
  run: async (context) => {
    const { positionals, values, screen, out, err, json, isJson, signal } = context;
    const request = positionals.join(" ").trim();
    if (request === "") throw new UsageError("Say what the tools should do.");
    const limit = readLimit("limit", values.limit, 10, 100);
    const answer = await callApi<Answer>(await requireTarget(context), "POST", "/api/v3/internal/patchbay/find", {
      body: {
        request,
        ...(values.toolkit && { toolkits: values.toolkit }),
        ...(values.user && { user_id: values.user }),
      },
      signal,
    });
    if (isJson) {
      json(answer);
      return EXIT.done;
    }
    for (const [index, step] of answer.steps.entries()) {
      if (answer.steps.length > 1) out(`${index === 0 ? "" : "\n"}${index + 1}. ${toPlainLine(step.text)}`);
      for (const line of stepLines(step, answer, limit, screen)) out(line);
    }
    const missing = answer.apps.filter(({ connection }) => connection === "not_connected");
    for (const { slug } of missing.slice(0, 3)) err(`To connect an account: patchbay connect ${slug}`);
    return EXIT.done;
  },
});
