/** Values from the rows on the screen, as suggestions for the filters. Pure. */
import type { Option } from "@/components/parts/forms/combobox";
import { distinct } from "@/components/suggestions/to-options";
import { CODES } from "./code-words";
import { toErrorCode, toLogFields, type LogRow } from "./log-fields";

export type RecentValues = Record<"toolkit" | "tool" | "user" | "account" | "code", Option[]>;

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
    account: [...accounts].map(([id, details]) => ({ value: id, detail: id, ...details })),
    code: distinct(rows.map(toErrorCode)).map(codeOption),
  };
}
