/** The code that calls an operation over HTTP, in three languages. */
import type { AuthKind } from "@/lib/contract/operation";
import type { Snippet } from "@/lib/contract/reference/operation-page";

/** `body` is absent for an operation without one. */
export type Sample = { method: string; url: string; auth: AuthKind; body?: unknown };

/** The header of a caller's key, and the variable that holds the key. */
const KEYS: Partial<Record<AuthKind, readonly [header: string, variable: string]>> = {
  project: ["x-api-key", "PATCHBAY_API_KEY"],
  user: ["x-user-api-key", "PATCHBAY_USER_KEY"],
  organization: ["x-org-api-key", "PATCHBAY_ORGANIZATION_KEY"],
};

const JSON_TYPE = "application/json";
const indent = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`);
/** For a text in single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function toCurl({ method, url, auth, body }: Sample): string {
  const key = KEYS[auth];
  return [
    method === "GET" ? `curl ${quoted(url)}` : `curl -X ${method} ${quoted(url)}`,
    ...(key ? [`-H "${key[0]}: $${key[1]}"`] : []),
    ...(body === undefined
      ? []
      : [`-H 'content-type: ${JSON_TYPE}'`, `-d ${quoted(JSON.stringify(body, undefined, 2))}`]),
  ].join(" \\\n  ");
}

function toTypeScript({ method, url, auth, body }: Sample): string {
  const key = KEYS[auth];
  const headers = [
    ...(key ? [`"${key[0]}": process.env.${key[1]} ?? ""`] : []),
    ...(body === undefined ? [] : [`"content-type": "${JSON_TYPE}"`]),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}",`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} },`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indent(JSON.stringify(body, undefined, 2), "  ")}),`]),
  ];
  const second = options.length === 0 ? "" : `, {\n  ${options.join("\n  ")}\n}`;
  return `const response = await fetch("${url}"${second});\nconsole.log(response.status, await response.text());`;
}

/** Python's literals differ from JSON's in three words. */
const toPythonValue = (value: unknown, by: string): string => {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map((item) => toPythonValue(item, by)).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${by}    ${JSON.stringify(name)}: ${toPythonValue(member, `${by}    `)},`,
  );
  return members.length === 0 ? "{}" : `{\n${members.join("\n")}\n${by}}`;
};

function toPython({ method, url, auth, body }: Sample): string {
  const key = KEYS[auth];
  const options = [
    ...(key ? [`    headers={"${key[0]}": os.environ["${key[1]}"]},`] : []),
    ...(body === undefined ? [] : [`    json=${toPythonValue(body, "    ")},`]),
  ];
  const rest = options.length === 0 ? "" : `\n${options.join("\n")}\n`;
  const call = `requests.${method.toLowerCase()}(${rest ? `\n    "${url}",${rest}` : `"${url}"`})`;
  return `${key ? "import os\n" : ""}import requests\n\nresponse = ${call}\nprint(response.status_code, response.text)`;
}

/** None for an operation that only the dashboard calls: its cookie is not for programs. */
export const toSnippets = (sample: Sample): Snippet[] =>
  sample.auth === "session"
    ? []
    : [
        { title: "curl", language: "shell", code: toCurl(sample) },
        { title: "TypeScript", language: "typescript", code: toTypeScript(sample) },
        { title: "Python", language: "python", code: toPython(sample) },
      ];
