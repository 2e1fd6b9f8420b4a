/** Returns one part of an answer in place of all of it. Pure. */
import { isObject } from "@/lib/kernel/text/is-object";
import { valueAt } from "./answer-names";
import { toData, type ToolOutcome } from "./tool-response";

/**
 * The outcome with the value at a path of the answer as its data, and with the report about pages that were read. If
 * there is nothing at the path, nothing is returned: the rest of the answer can be what callers must not see.
 * @param path as in `AnswerPath`; in an answer that is a list, it begins with the place of an item
 */
export function pickAnswer(outcome: ToolOutcome, path: string, warn: (text: string) => void): ToolOutcome {
  if (!outcome.successful) return outcome;
  const { response_data: list, auto_paginate: pages } = outcome.data;
  const inData = valueAt(outcome.data, path);
  const value = inData === undefined && Array.isArray(list) ? valueAt({ list }, `list.${path}`) : inData;
  if (value === undefined) warn(`The answer has nothing at ${path}, so nothing of it is returned.`);
  const data = toData({ kind: "json", value: value ?? null, values: 0 });
  return { ...outcome, data: isObject(pages) ? { ...data, auto_paginate: pages } : data };
}
