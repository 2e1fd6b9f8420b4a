/** The arguments that were sent under an alternative name. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Alert } from "@/components/ui/alert";
import { query } from "@/lib/contract/client";
import { fitApi } from "@/generated/addresses/execution/fit";
import type { Values } from "./arguments-draft";
import { MovedNames } from "./moved-names";
import { hasOtherNames } from "./other-names";
import type { Tool } from "./tool-picker";

export function TranslatedNames({ tool, sent: input }: { tool: Tool; sent: Values }) {
  const text = JSON.stringify({ tool_slug: tool.slug, arguments: input });
  const checked = useQuery({
    ...query(fitApi.checkCalls, { body: { text } }),
    enabled: hasOtherNames(tool.input_parameters, input),
    staleTime: Infinity,
  });
  const moved = checked.data?.calls[0]?.moved ?? [];
  if (moved.length === 0) return null;
  return (
    <Alert tone="info" title="Argument aliases used">
      <MovedNames moved={moved} />
    </Alert>
  );
}
