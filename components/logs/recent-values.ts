/** What the rows on the screen have, as suggestions for the filters. Pure. */
import type { Option } from "@/components/parts/combobox";
import { distinct } from "@/components/suggestions/to-options";
import { toErrorCode, toLogFields, type LogRow } from "./log-fields";

export type RecentValues = Record<"toolkit" | "tool" | "user" | "account" | "code", Option[]>;

/** Codes that providers and this server answer often, beside those that were seen. */
const CODES: Readonly<Record<string, string>> = {
  400: "Bad request",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  409: "Conflict",
  422: "Arguments refused",
  429: "Too many requests",
  500: "Error of a server",
  502: "Not reached",
  503: "Not available",
  504: "No answer in time",
};

const codeOption = (code: string): Option => ({ value: code, label: CODES[code] ? `${code} ${CODES[code]}` : code });
export const KNOWN_CODES: readonly Option[] = Object.keys(CODES).map(codeOption);

/** The latest first. */
export function toRecentValues(rows: readonly LogRow[]): RecentValues {
  const fields = rows.map(toLogFields);
  const toolkitOf = new Map(fields.flatMap(({ tool, toolkit }) => [[tool, toolkit] as const]));
  const accounts = new Map(
    fields.flatMap(({ accountId, userId, toolkit }) =>
      accountId ? [[accountId, { label: userId ?? accountId, toolkit }] as const] : [],
    ),
  );
  const plain = (value: string): Option => ({ value, label: value });
  return {
    toolkit: distinct(fields.map(({ toolkit }) => toolkit)).map((slug) => ({ ...plain(slug), toolkit: slug })),
    tool: [...toolkitOf].map(([tool, toolkit]) => ({ ...plain(tool), toolkit })),
    user: distinct(fields.map(({ userId }) => userId)).map(plain),
    account: [...accounts].map(([id, known]) => ({ value: id, detail: id, ...known })),
    code: distinct(rows.map(toErrorCode)).map(codeOption),
  };
}
