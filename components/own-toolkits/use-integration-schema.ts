/** The JSON Schema of an integration.yaml for editors, from the server that checks by it. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import { query } from "@/lib/contract/client";

type Schema = Record<string, unknown>;

/** Whether a text is an integration.yaml, in YAML, also if it is not finished. */
export const isIntegration = (text: string): boolean =>
  /^(unique_key|auth_schemes|proxy):/m.test(text) && !/^["']?(openapi|swagger)["']?\s*:/m.test(text);

/** Whether a text contains nothing but tools, which a document's own sign-in is enough for. */
export const isOnlyTools = (text: string): boolean => /^tools:/m.test(text) && !/^(?!tools:)[\w-]+:/m.test(text);

/** Without the keys that a whole file must have. */
function withoutRequired(schema: Schema): Schema {
  const { definitions, $ref } = schema as { definitions?: Record<string, Schema>; $ref?: string };
  const name = $ref?.split("/").at(-1) ?? "";
  const { required: _, ...file } = definitions?.[name] ?? {};
  return { ...schema, definitions: { ...definitions, [name]: file } };
}

/**
 * The schema for a text; undefined as long as it is not needed or not here: an editor works without it.
 * @param isBeside the text is in addition to a document
 */
export function useIntegrationSchema(text: string, isBeside: boolean, isNeeded = true): Schema | undefined {
  const { data } = useQuery({
    ...query(ownToolkitsApi.getIntegrationSchema, {}),
    enabled: isNeeded,
    staleTime: Infinity,
  });
  const isPart = isBeside && isOnlyTools(text);
  return useMemo(
    () => (data && isNeeded ? (isPart ? withoutRequired(data) : data) : undefined),
    [data, isNeeded, isPart],
  );
}
