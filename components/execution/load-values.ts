/** Runs the tool that lists the values of an argument. */
import {
  toListArguments,
  toListedValues,
  type ListedValue,
  type ValueList,
} from "@/components/schema-form/value-lists";
import { executionApi } from "@/generated/addresses/execution";
import { call } from "@/lib/contract/client";

/**
 * @param who whose account lists them
 * @param values of the form's other arguments
 */
export async function loadValues(
  list: ValueList,
  who: { user_id?: string; connected_account_id?: string },
  values: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<readonly ListedValue[]> {
  const input = toListArguments(list, values);
  if ("missing" in input) throw new Error(`Enter ${input.missing} first.`);
  const body = { ...who, version: "latest", arguments: input.arguments };
  const answer = await call(executionApi.executeTool, { params: { tool_slug: list.tool }, body }, signal);
  if (!answer.successful) throw new Error(answer.error ?? "Couldn’t load the values.");
  return toListedValues(list, answer.data);
}
