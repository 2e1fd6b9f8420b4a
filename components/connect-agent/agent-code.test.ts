/** The programs that people copy are whole: they parse, import what the installed packages export, and name no key. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { inRoot } from "@/scripts/paths.mjs";
import { toAgentProgram, toTerminal } from "./agent-code";
import type { AgentTarget } from "./agent-program";
import { TASK_TOOLS, toTask } from "./agent-task";
import { FRAMEWORKS, type Framework, type Language } from "./frameworks";

const TARGET: AgentTarget = { origin: "https://patchbay.example.com", user: `ada's "account"`, task: toTask([]) };
const SESSION = "trs_1";

const ALL = FRAMEWORKS.flatMap(({ key, languages }) =>
  languages.map((language): [Framework, Language] => [key, language]),
);
const inLanguage = (language: Language) => ALL.filter((program) => program[1] === language);

/** Names that a program imports, by module. */
function importsOf(code: string): Map<string, string[]> {
  const file = ts.createSourceFile("agent.mts", code, ts.ScriptTarget.ES2022);
  const imports = new Map<string, string[]>();
  for (const statement of file.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const { name, namedBindings } = statement.importClause ?? {};
    const names = namedBindings && ts.isNamedImports(namedBindings) ? namedBindings.elements : [];
    imports.set(statement.moduleSpecifier.text, [...(name ? ["default"] : []), ...names.map((item) => item.name.text)]);
  }
  return imports;
}

/** `@scope/name` or `name` of a module. */
const packageOf = (module: string): string => module.split("/", module.startsWith("@") ? 2 : 1).join("/");
const isInstalled = (name: string): boolean => existsSync(inRoot(path.join("node_modules", name, "package.json")));

describe("TypeScript", () => {
  it.each(inLanguage("typescript"))("%s parses, with and without a session", (framework, language) => {
    for (const session of [undefined, SESSION]) {
      const { code } = toAgentProgram(framework, language, { ...TARGET, ...(session && { session }) });
      const { diagnostics } = ts.transpileModule(code, {
        reportDiagnostics: true,
        compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
      });
      expect(diagnostics).toEqual([]);
      expect(code).toContain("process.env.PATCHBAY_API_KEY");
      expect(code).toContain(session ? SESSION : JSON.stringify(TARGET.user));
    }
  });

  it.each(inLanguage("typescript"))("%s installs each package that it imports", (framework, language) => {
    const { code, install } = toAgentProgram(framework, language, TARGET);
    const packages = install.split(" ");
    for (const module of importsOf(code).keys()) expect(packages, module).toContain(packageOf(module));
  });

  // The other providers are not among the packages of this repository.
  const providers = inLanguage("typescript")
    .flatMap(([framework, language]) => [...importsOf(toAgentProgram(framework, language, TARGET).code)])
    .filter(([module]) => module.startsWith("@composio/") && isInstalled(module));

  it("imports names that the installed providers export", async () => {
    expect(new Set(providers.map(([module]) => module)).size).toBeGreaterThanOrEqual(6);
    for (const [module, names] of providers) {
      const loaded = (await import(/* @vite-ignore */ module)) as Record<string, unknown>;
      for (const name of names) expect(loaded[name], `${name} of ${module}`).toBeTypeOf("function");
    }
  });
});

describe("Python", () => {
  let output = "";
  beforeAll(() => {
    const codes = inLanguage("python").flatMap(([framework, language]) =>
      [undefined, SESSION].map((session) => toAgentProgram(framework, language, { ...TARGET, session }).code),
    );
    const check = "import json, sys\nfor code in json.load(sys.stdin): compile(code, 'agent.py', 'exec')\nprint('ok')";
    const { stdout, stderr } = spawnSync("python3", ["-c", check], { input: JSON.stringify(codes), encoding: "utf8" });
    output = stdout + stderr;
  });

  it("compiles for each framework, with and without a session", () => expect(output).toBe("ok\n"));

  it.each(inLanguage("python"))("%s reads the key from the environment and names the user", (framework, language) => {
    const { code } = toAgentProgram(framework, language, TARGET);
    expect(code).toContain(`os.environ["PATCHBAY_API_KEY"]`);
    expect(code).toContain(JSON.stringify(TARGET.user));
  });
});

describe("curl", () => {
  it("survives the shell, in the session where there is one", () => {
    const wordsOf = (code: string) => {
      const shell = `curl() { for word in "$@"; do printf '%s\\n' "$word"; done; }\n${code}`;
      return spawnSync("sh", ["-c", shell], {
        env: { ...process.env, PATCHBAY_API_KEY: "ak_1" },
        encoding: "utf8",
      }).stdout.split("\n");
    };
    const words = wordsOf(toAgentProgram("http", "shell", TARGET).code);
    expect(words[0]).toBe(`${TARGET.origin}/api/v3/tools/execute/HACKERNEWS_GET_FRONTPAGE`);
    expect(words[2]).toBe("x-api-key: ak_1");
    expect(JSON.parse(words[6] ?? "")).toEqual({ user_id: TARGET.user, version: "latest", arguments: {} });
    const inSession = wordsOf(toAgentProgram("http", "shell", { ...TARGET, session: SESSION }).code);
    expect(inSession[0]).toBe(`${TARGET.origin}/api/v3/tool_router/session/trs_1/execute`);
  });
});

describe("the terminal", () => {
  it("holds the key only after one was made", () => {
    const program = toAgentProgram("openai", "python", TARGET);
    expect(toTerminal(program, null)).toContain("export PATCHBAY_API_KEY=your-key");
    expect(toTerminal(program, "ak_1")).toBe(
      "pip install composio composio-openai openai\nexport PATCHBAY_API_KEY=ak_1\nexport OPENAI_API_KEY=your-model-key",
    );
  });
});

describe("the first question", () => {
  it("is about an app that the user has connected, by a tool of the catalog that needs no arguments", () => {
    expect(toTask(["slack", "github"]).tool).toBe("GITHUB_GET_THE_AUTHENTICATED_USER");
    expect(toTask([]).tool).toBe("HACKERNEWS_GET_FRONTPAGE");
    for (const tool of TASK_TOOLS) {
      const slug = tool.split("_")[0]?.toLowerCase() ?? "";
      expect(readFileSync(inRoot(`toolkits/${slug}/toolkit.yaml`), "utf8"), tool).toContain(tool);
    }
  });
});

it("names the model of the reader where the framework's provider has it", () => {
  const model = { name: "gpt-mine", isClaude: false };
  expect(toAgentProgram("openai", "python", { ...TARGET, model }).code).toContain('"gpt-mine"');
  expect(toAgentProgram("anthropic", "typescript", { ...TARGET, model }).code).not.toContain("gpt-mine");
});
