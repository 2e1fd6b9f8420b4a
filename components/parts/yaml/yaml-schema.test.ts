/** Editors check, complete and explain an integration.yaml by the JSON Schema of the server. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { handFileSchema } from "@/lib/own-toolkits/hand-entry";
import { IntegrationFile } from "@/lib/own-toolkits/integration-file";
import { inRoot } from "@/scripts/paths.mjs";
import { explainYaml, suggestYaml } from "./find-yaml-help";
import { findYamlProblems } from "./find-yaml-problems";
import type { JsonSchema } from "./json-schema";

const schema = handFileSchema() as JsonSchema;
const guideOf = (name: string): string => readFileSync(inRoot("docs/own-toolkits", name), "utf8");
const blocksOf = (name: string): string[] =>
  [...guideOf(name).matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text]) => text ?? "");
const [GUIDE = ""] = blocksOf("integration-yaml.md");

/** `|` is the cursor. */
const splitCursor = (marked: string): [string, number] => [marked.replace("|", ""), marked.indexOf("|")];
const labelsAt = (marked: string): string[] =>
  suggestYaml(...splitCursor(marked), schema).items.map(({ label }) => label);
function write(marked: string, label: string): string {
  const [text, offset] = splitCursor(marked);
  const { from, to, items } = suggestYaml(text, offset, schema);
  return text.slice(0, from) + (items.find((item) => item.label === label)?.insert ?? "?") + text.slice(to);
}
const problemsOf = (text: string): string[] =>
  findYamlProblems(text, schema).map(({ from, to, message }) => `${text.slice(from, to)}: ${message}`);

describe("problems", () => {
  it("has none for the guides", () => {
    expect(problemsOf(GUIDE)).toEqual([]);
    expect(problemsOf(blocksOf("by-hand.md")[0] ?? "")).toEqual([]);
  });

  it("stand at what causes them", () => {
    expect(
      problemsOf(`name: ""
logo: ftp://x
categories: productivity
auth_schemes:
  - auth_mode: API_KEY
    autorization_url: x
  - auth_mode: PASSWORD
  - name: x
  - auth_mode: OAUTH2
    fields: [{ name: "a b", required: maybe }]
proxy:
`),
    ).toMatchObject([
      `"": Required.`,
      "ftp://x: Enter an http(s) URL.",
      "productivity: Must be a list.",
      expect.stringMatching(/^autorization_url: Unknown key autorization_url\. Keys: auth_mode, /) as string,
      "PASSWORD: Use one of: OAUTH2, OAUTH1, API_KEY, BASIC, BEARER_TOKEN, NO_AUTH.",
      expect.stringMatching(/^name: auth_mode is missing: OAUTH2, /) as string,
      "auth_mode: authorization_url is missing.",
      "auth_mode: token_url is missing.",
      expect.stringMatching(/^"a b": Doesn’t match /) as string,
      "maybe: Must be true or false.",
      "proxy: Must be keys with values.",
    ]);
  });

  it("agree with the server for each key that is left out, misspelled, or of another type", () => {
    const lines = GUIDE.split("\n");
    const texts = lines.flatMap((line, index) =>
      ["", line.replace(/(\w+):/, "$1x:"), line.replace(/: .*/, ": 5"), line.replace(/: .*/, ": [a]"), `${line}{`].map(
        (other) => lines.with(index, other).join("\n"),
      ),
    );
    const verdicts = texts.map((text) => {
      let isRight = false;
      try {
        isRight = IntegrationFile.safeParse(parse(text)).success;
      } catch {
        // It is no YAML.
      }
      return { text, isRight };
    });
    expect(verdicts.filter(({ text, isRight }) => (findYamlProblems(text, schema).length === 0) !== isRight)).toEqual(
      [],
    );
    expect(verdicts.filter(({ isRight }) => !isRight).length).toBeGreaterThan(50);
  });

  it("end for hostile texts, and are a hundred at most", () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefghij"
      .split("")
      .map((name, index) => `${name}: &${name} [${`*${"abcdefghij"[index]},`.repeat(9)}]`)
      .join("\n")}`;
    for (const text of [
      bomb,
      "[".repeat(50_000),
      "{a: ".repeat(20_000),
      "a: 1\n".repeat(30_000),
      "- ".repeat(20_000),
    ]) {
      const problems = findYamlProblems(text, schema);
      expect(problems.length).toBeGreaterThan(0);
      expect(problems.length).toBeLessThanOrEqual(100);
      expect(explainYaml(text, 1, schema)).toBeUndefined();
      expect(suggestYaml(text, 1, schema).items.length).toBeLessThan(20);
    }
    expect(findYamlProblems("x".repeat(200_001), schema)).toEqual([]);
  });
});

describe("suggestions", () => {
  it("are keys that are not there yet, and what they begin", () => {
    expect(labelsAt("name: A\n|")).toEqual(expect.arrayContaining(["auth_schemes", "proxy", "tools"]));
    expect(labelsAt("name: A\n|")).not.toContain("name");
    expect(write("na|", "name")).toBe("name: ");
    expect(write("auth|", "auth_schemes")).toBe("auth_schemes:\n  - ");
    expect(write("auth_schemes:\n  - auth_mode: API_KEY\n    pro|\n", "proxy")).toBe(
      "auth_schemes:\n  - auth_mode: API_KEY\n    proxy:\n      \n",
    );
    expect(write("auth_schemes:\n  - pro|", "proxy")).toBe("auth_schemes:\n  - proxy:\n      ");
    expect(write("na|me: A", "name")).toBe("name: A");
  });

  it("follow the auth mode", () => {
    expect(labelsAt("auth_schemes:\n  - auth_mode: OAUTH1\n    |")).toContain("request_url");
    expect(labelsAt("auth_schemes:\n  - auth_mode: API_KEY\n    |")).not.toContain("request_url");
    expect(labelsAt("auth_schemes:\n  - auth_mode: |")).toEqual([
      ...["OAUTH2", "OAUTH1", "API_KEY", "BASIC", "BEARER_TOKEN", "NO_AUTH"],
    ]);
    expect(write("auth_schemes: [{ auth_mode: AP|I }]", "API_KEY")).toBe("auth_schemes: [{ auth_mode: API_KEY }]");
    expect(labelsAt("auth_schemes: [{ auth_mode: API_KEY, |")).toContain("fields");
  });

  it("know true and false, and enums inside of tools", () => {
    expect(labelsAt("auth_schemes:\n  - auth_mode: BASIC\n    fields:\n      - required: |")).toEqual([
      "true",
      "false",
    ]);
    expect(labelsAt("tools:\n  - name: A\n    http:\n      method: |")).toContain("POST");
    expect(labelsAt("tools:\n  - name: A\n    |")).toEqual(expect.arrayContaining(["http", "graphql", "effect"]));
  });

  it("are nothing in comments, texts and free values", () => {
    for (const text of ["# |", "name: |", 'name: "a |', "proxy:\n  headers:\n    |", "categories:\n  - |"])
      expect(labelsAt(text)).toEqual([]);
  });
});

describe("explanations", () => {
  const explain = (marked: string) => explainYaml(...splitCursor(marked), schema);

  it("say what a key means, its values, its default and whether it is required", () => {
    expect(explain("auth_schemes:\n  - auth_m|ode: OAUTH2")).toMatchObject({
      ...{ title: "auth_mode", description: "OAuth 2 with authorization code" },
      facts: ["One of: OAUTH2.", "Required."],
    });
    expect(explain("auth_schemes:\n  - auth_mode: BASIC\n    fields:\n      - typ|e: string")).toMatchObject({
      facts: ["One of: string, number, boolean.", "Default: string."],
    });
    expect(explain("proxy:\n  headers:\n    X-K|ey: a")?.title).toBe("X-Key");
    expect(explain("unknown|: 1")).toBeUndefined();
  });

  it("describe every key of the file", () => {
    const silent: string[] = [];
    const look = (owner: string, { properties, items, oneOf, anyOf }: JsonSchema): void => {
      for (const [name, property] of Object.entries(properties ?? {})) {
        const { description, $ref } = property;
        if (description === undefined && $ref === undefined) silent.push(`${owner}.${name}`);
        look(`${owner}.${name}`, property);
      }
      for (const part of [items, ...(oneOf ?? []), ...(anyOf ?? [])]) if (part) look(owner, part);
    };
    for (const [name, definition] of Object.entries(schema.definitions ?? {})) look(name, definition);
    expect(silent).toEqual([]);
  });
});
