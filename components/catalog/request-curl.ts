/** A tool's request to the provider, as a curl command with placeholders. Pure. */
import type { catalogDetailsApi } from "@/generated/addresses/catalog/details";
import type { ResultOf } from "@/lib/contract/client";
import { toShellWord } from "./snippets";

export type ToolRequest = ResultOf<typeof catalogDetailsApi.getToolRequest>;

const place = (key: string): string => `<${key}>`;

/** Credentials are the names of their places, optional parameters are left out; null for a tool that a handler runs. */
export function toRequestCurl({
  method,
  url,
  headers,
  parameters,
  body,
  authentication,
}: Pick<ToolRequest, "method" | "url" | "headers" | "parameters" | "body" | "authentication">): string | null {
  if (!method || !url) return null;
  const [first] = authentication;
  const rules = authentication.filter(({ mode }) => mode === first?.mode);
  const pairs = [
    ...parameters
      .filter((parameter) => parameter.in === "query" && parameter.required)
      .map(({ name, key }) => `${name}=${place(key)}`),
    ...rules.filter((rule) => rule.in === "query").map(({ name, value }) => `${name}=${value}`),
  ];
  const lines = [
    ...Object.entries(headers),
    ...parameters
      .filter((parameter) => parameter.in === "header" && parameter.required)
      .map(({ name, key }) => [name, place(key)] as const),
    ...rules.filter((rule) => rule.in === "header").map(({ name, value }) => [name, value] as const),
    ...rules.filter((rule) => rule.in === "cookie").map(({ name, value }) => ["cookie", `${name}=${value}`] as const),
    ...(body && body.content_type !== "multipart/form-data" ? [["content-type", body.content_type] as const] : []),
  ].map(([name, value]) => `-H ${toShellWord(`${name}: ${value}`)}`);
  const address = toShellWord(pairs.length > 0 ? `${url}?${pairs.join("&")}` : url);
  return [`curl${method === "GET" ? "" : ` -X ${method}`} ${address}`, ...lines, ...toData(body)].join(" \\\n  ");
}

function toData(body: ToolRequest["body"]): string[] {
  if (!body) return [];
  if (body.mode === "file") return [`--data-binary ${toShellWord(`@${place(body.key ?? "file")}`)}`];
  if (body.mode !== "flat") return [`-d ${toShellWord(place(body.key ?? "body"))}`];
  const required = (body.fields ?? []).filter((field) => field.required);
  const fields = required.length > 0 ? required : (body.fields ?? []).slice(0, 3);
  if (fields.length === 0) return [];
  if (/json/.test(body.content_type)) {
    const members = Object.fromEntries(fields.map(({ name, key }) => [name, place(key)]));
    return [`-d ${toShellWord(JSON.stringify(body.wrap ? { [body.wrap]: members } : members, null, 2))}`];
  }
  const flag = body.content_type === "multipart/form-data" ? "-F" : "--data-urlencode";
  return fields.map(({ name, key }) => `${flag} ${toShellWord(`${name}=${place(key)}`)}`);
}
