/** A program that gives an agent the tools of one user, for each framework and language. Pure. */
import { toShellWord } from "@/components/catalog/snippets";
import type { AgentProgram, AgentTarget } from "./agent-program";
import type { Framework, Language } from "./frameworks";
import { CLAUDE_MODEL, OPENAI_MODEL } from "./models";
import { toPythonProgram } from "./python-agents";
import { toStringLiteral as text } from "./sdk-client";
import { toTypeScriptProgram } from "./typescript-agents";

/** The path of an execution below the server's URL, and its body. */
function toRequest({ user, task, session }: AgentTarget): { path: string; body: Record<string, unknown> } {
  return session
    ? {
        path: `/api/v3/tool_router/session/${encodeURIComponent(session)}/execute`,
        body: { tool_slug: task.tool, arguments: {} },
      }
    : { path: `/api/v3/tools/execute/${task.tool}`, body: { user_id: user, version: "latest", arguments: {} } };
}

function toHttpProgram(language: Language, target: AgentTarget): AgentProgram {
  const { path, body } = toRequest(target);
  const url = text(target.origin + path);
  if (language === "typescript")
    return {
      install: "",
      file: "call.mjs",
      run: "node call.mjs",
      code: [
        `const response = await fetch(${url}, {`,
        `  method: "POST",`,
        `  headers: { "x-api-key": process.env.PATCHBAY_API_KEY, "content-type": "application/json" },`,
        `  body: JSON.stringify(${JSON.stringify(body)}),`,
        "});",
        "console.log(await response.json());",
      ].join("\n"),
    };
  if (language === "python")
    return {
      install: "pip install requests",
      file: "call.py",
      run: "python call.py",
      code: [
        "import os",
        "",
        "import requests",
        "",
        "response = requests.post(",
        `    ${url},`,
        `    headers={"x-api-key": os.environ["PATCHBAY_API_KEY"]},`,
        // Texts, numbers and objects of JSON are valid Python; the body has no others.
        `    json=${JSON.stringify(body)},`,
        ")",
        "print(response.json())",
      ].join("\n"),
    };
  return {
    install: "",
    code: [
      `curl ${toShellWord(target.origin + path)} \\`,
      `  -H "x-api-key: $PATCHBAY_API_KEY" \\`,
      `  -H "content-type: application/json" \\`,
      `  -d ${toShellWord(JSON.stringify(body))}`,
    ].join("\n"),
  };
}

/** The program with the model of the target in place of the usual one, if the framework's provider has it. */
function withModel(program: AgentProgram, { model }: AgentTarget): AgentProgram {
  if (!model || model.isClaude !== (program.modelKey === "ANTHROPIC_API_KEY")) return program;
  const usual = model.isClaude ? CLAUDE_MODEL : OPENAI_MODEL;
  return { ...program, code: program.code.replaceAll(usual, () => text(model.name).slice(1, -1)) };
}

/** @throws Error for a language that the framework does not have */
export function toAgentProgram(framework: Framework, language: Language, target: AgentTarget): AgentProgram {
  if (framework === "http") return toHttpProgram(language, target);
  const program =
    language === "typescript" ? toTypeScriptProgram(framework, target) : toPythonProgram(framework, target);
  if (!program) throw new Error(`${framework} has no code in ${language}.`);
  return withModel(program, target);
}

/** What to type before the program runs: packages, and the keys that it reads from the environment. */
export const toTerminal = ({ install, modelKey }: AgentProgram, key: string | null): string =>
  [
    ...(install ? [install] : []),
    `export PATCHBAY_API_KEY=${key ?? "your-key"}`,
    ...(modelKey ? [`export ${modelKey}=your-model-key`] : []),
  ].join("\n");
