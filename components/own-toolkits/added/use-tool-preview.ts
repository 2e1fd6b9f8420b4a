/** The preview of a tool that is written by hand, soon after the last change. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { addedToolsApi } from "@/generated/addresses/own-toolkits/added";
import { call } from "@/lib/contract/client";
import { toDefinition, type ToolDraft } from "./tool-draft";

const PAUSE_MS = 400;

export function useToolPreview(toolkit: string, draft: ToolDraft) {
  const text = JSON.stringify(toDefinition(draft));
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (settled === text) return;
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, settled]);
  const preview = useQuery({
    queryKey: [addedToolsApi.previewAddedTool.id, toolkit, settled],
    queryFn: ({ signal }) =>
      call(
        addedToolsApi.previewAddedTool,
        { body: { toolkit_slug: toolkit, tool: JSON.parse(settled) as Record<string, unknown> } },
        signal,
      ),
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
  return { preview, isBehind: settled !== text || preview.isFetching };
}
