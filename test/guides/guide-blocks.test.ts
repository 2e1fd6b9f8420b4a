/** Every block of code in the guides is run, is compared with what it describes, or has a reason for neither. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { parse as parseToml } from "smol-toml";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { z } from "zod";
import { operations } from "@/lib/api";
import { AnswersFile } from "@/lib/catalog/answers-file";
import { WordsFile } from "@/lib/catalog/compile/descriptions/give-words";
import { ToolkitFile } from "@/lib/catalog/compile/sources/toolkit-file";
import { RefusalsFile } from "@/lib/catalog/refusals-file";
import { ErrorBody } from "@/lib/contract/openapi";
import { readCalls } from "@/lib/execution/fit/read-calls";
import { DiscoveryEntries } from "@/lib/catalog/discovery";
import type { Operation } from "@/lib/contract/operation";
import { inRoot } from "@/scripts/paths.mjs";
import { GUIDE_BLOCKS, isCommand, isFragment, isProgram, isRun, otherTestOf, type GuideBlock } from "./guide-blocks";

const FILES: Readonly<Record<string, z.ZodType>> = {
  "toolkit.yaml": ToolkitFile.partial(),
  "auth scheme": z.strictObject({ discover: DiscoveryEntries }),
  "words.yaml": WordsFile,
  "answers.yaml": AnswersFile,
  "refusals.yaml": RefusalsFile,
};
/** A request as the guides write it: method and path, an empty line, and the body. */
const REQUEST = /^(GET|POST|PUT|PATCH|DELETE) (\/\S+)\n(?:\n([^]*))?$/;

const toPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
const findById = (id: string): Operation | undefined => operations.find((operation) => operation.id === id);
const findByRequest = (method: string, path: string): Operation | undefined =>
  operations.find((operation) => operation.method === method && toPattern(operation.path).test(path));

/** The problems of a value, in lines; empty if the schema accepts it. */
function problemsOf(schema: z.ZodType | undefined, value: unknown): string[] {
  if (!schema) return ["There is no such operation or file, or it has no body."];
  return schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
}

function checkJson({ code, words }: GuideBlock): string[] {
  const value: unknown = JSON.parse(code);
  if (words.body) return problemsOf(findById(words.body)?.body, value);
  if (words.answer === "error") return problemsOf(ErrorBody, value);
  if (words.file === "calls.json") return readCalls(code, 500).flatMap(({ problem }) => problem ?? []);
  return problemsOf(findById(words.answer ?? "")?.response, value);
}

function checkRequest({ code }: GuideBlock): string[] {
  const [, method = "", path = "", body] = REQUEST.exec(code) ?? [];
  const operation = findByRequest(method, path);
  if (!operation) return [`There is no operation ${method} ${path}.`];
  return body === undefined ? [] : problemsOf(operation.body, JSON.parse(body));
}

const checkYaml = ({ code, words }: GuideBlock): string[] => problemsOf(FILES[words.file ?? ""], parseYaml(code));

const CHECKS: Readonly<Record<string, (block: GuideBlock) => string[]>> = {
  json: checkJson,
  http: checkRequest,
  yaml: checkYaml,
};

const errorsOfShell = (code: string): string => spawnSync("bash", ["-n"], { input: code, encoding: "utf8" }).stderr;

function errorsOfPrograms(blocks: readonly GuideBlock[]): string {
  const check = "import json, sys\nfor code in json.load(sys.stdin): compile(code, 'block.py', 'exec')";
  const input = JSON.stringify(blocks.map(({ code }) => code));
  return spawnSync("python3", ["-c", check], { input, encoding: "utf8" }).stderr;
}

const errorsOfScript = (code: string): string[] =>
  ts
    .transpileModule(code, {
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    })
    .diagnostics?.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")) ?? [];

/** Fails for text that the language can't read; most blocks with a reason can still be read. */
const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
  json: JSON.parse,
  yaml: (text) => parseYaml(text) as unknown,
  toml: parseToml,
};

/** Commands for machines, programs that wait for people, and parts of pages. It only falls. */
const MOST_MARKED = 36;

const placeOf = ({ file, line }: GuideBlock): string => `${file}:${line}`;
const of = (choose: (block: GuideBlock) => boolean): GuideBlock[] => GUIDE_BLOCKS.filter(choose);

const RUN = of(isRun);
const MARKED = of(isFragment);
const ELSEWHERE = of((block) => !isRun(block) && !isFragment(block) && otherTestOf(block) !== undefined);
const COMPARED = of((block) => !isRun(block) && !isFragment(block) && otherTestOf(block) === undefined);

const COUNTS = [
  `${GUIDE_BLOCKS.length} blocks`,
  `${RUN.length} run against a server`,
  `${COMPARED.length + ELSEWHERE.length} compared`,
  `${MARKED.length} marked`,
].join(", ");

describe(COUNTS, () => {
  it.each(COMPARED.map((block) => [placeOf(block), block] as const))("%s fits what it describes", (_place, block) => {
    const check = CHECKS[block.language];
    expect(
      check,
      `${block.language || "no language"}: name a schema, or give a reason with fragment="..."`,
    ).toBeDefined();
    expect(check?.(block)).toEqual([]);
  });

  it.each(ELSEWHERE.map((block) => [placeOf(block), block] as const))("%s is read by a test", (_place, block) => {
    const test = readFileSync(inRoot(otherTestOf(block) ?? ""), "utf8");
    expect(test).toMatch(/docs\/|PICTURES/);
  });

  it("gives each reason in words, once", () => {
    for (const block of MARKED) {
      expect(block.words.fragment?.split(" ").length, placeOf(block)).toBeGreaterThanOrEqual(3);
      expect(Object.keys(block.words), placeOf(block)).toEqual(["fragment"]);
    }
  });

  it("marks no more blocks than before", () => expect(MARKED.length).toBeLessThanOrEqual(MOST_MARKED));

  it("has only programs, commands and files that can be read", () => {
    for (const block of GUIDE_BLOCKS) {
      const errors = isCommand(block) ? errorsOfShell(block.code) : "";
      expect(errors, placeOf(block)).toBe("");
      if (isProgram(block) && block.language !== "python")
        expect(errorsOfScript(block.code), placeOf(block)).toEqual([]);
      if (block.words.fragment?.includes("incomplete") !== true) PARSERS[block.language]?.(block.code);
    }
    expect(errorsOfPrograms(of(({ language }) => language === "python"))).toBe("");
  });
});
