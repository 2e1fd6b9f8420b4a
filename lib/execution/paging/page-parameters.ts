/** What all ways to find the next page use: the page that was read, and the arguments of its tool. Pure. */
import type { ToolRequest } from "@/lib/catalog/tool-request";
import { plainName } from "./page-envelope";
import { isObject } from "@/lib/kernel/text/is-object";

export type Fields = Readonly<Record<string, unknown>>;

/** An argument of the tool that may select a page. `wire` is its name in the HTTP request. */
export type PageParameter = { key: string; wire: string; name: string; schema: Fields };

export type PagedTool = { inputSchema: Fields; run: { request: ToolRequest } };

export type Page = {
  data: Record<string, unknown>;
  headers: Readonly<Record<string, string>>;
  /** The URL of its request, without credentials. */
  url: string;
  /** Whether it was requested by a link of the provider instead of arguments. */
  byUrl: boolean;
  list: readonly unknown[] | undefined;
  /** The number of items of the page before it. */
  before: number | undefined;
  /** Whether all pages so far were found by counting. If a page had a link or cursor, one without it is the last. */
  isCounted: boolean;
};

/** Arguments that replace those of the page before, or a URL if the tool has no arguments for it. */
export type NextPage = { arguments: Record<string, unknown>; isCounted?: true } | { url: string };

export function pageParameters({ inputSchema, run: { request } }: PagedTool): PageParameter[] {
  const properties = isObject(inputSchema.properties) ? inputSchema.properties : {};
  const query = request.parameters.filter((parameter) => parameter.in === "query");
  const fields = request.body?.mode === "flat" && request.body.wrap === undefined ? request.body.fields : [];
  return [...query, ...fields].map(({ key, name }) => {
    const schema = properties[key];
    return { key, wire: name, name: plainName(name), schema: isObject(schema) ? schema : {} };
  });
}

export const typesOf = ({ schema }: PageParameter): unknown[] =>
  Array.isArray(schema.type) ? schema.type : [schema.type];
export const isNumeric = (parameter: PageParameter): boolean =>
  typesOf(parameter).some((type) => type === "integer" || type === "number");

export const firstNamed = (
  parameters: readonly PageParameter[],
  names: readonly string[],
  fits: (parameter: PageParameter) => boolean = () => true,
): PageParameter | undefined => {
  for (const name of names) {
    const match = parameters.find((parameter) => parameter.name === name && fits(parameter));
    if (match) return match;
  }
  return undefined;
};

export const numberOf = (value: unknown): number | undefined => {
  const number =
    typeof value === "number"
      ? value
      : typeof value === "string" && /^\d{1,15}$/.test(value)
        ? Number(value)
        : undefined;
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
};
