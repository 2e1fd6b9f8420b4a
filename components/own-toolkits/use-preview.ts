/** The preview of a draft: compiled on the server soon after the last change. */
"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ownToolkitsApi } from "@/generated/addresses/own-toolkits";
import { call, type SentTo } from "@/lib/contract/client";

export type PreviewBody = SentTo<typeof ownToolkitsApi.previewOwnToolkit>["body"];

const PAUSE_MS = 500;

/** The body of the last change that nothing followed for a moment, and its number: documents are too long for keys. */
function useSettled(body: PreviewBody | null): { body: PreviewBody | null; change: number } {
  const [settled, setSettled] = useState({ body, change: 0 });
  useEffect(() => {
    if (settled.body === body) return;
    const timer = setTimeout(() => setSettled(({ change }) => ({ body, change: change + 1 })), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [body, settled.body]);
  return settled;
}

/** @param body must stay the same object until the draft changes */
export function usePreview(id: string, body: PreviewBody | null) {
  const settled = useSettled(body);
  const preview = useQuery({
    queryKey: [ownToolkitsApi.previewOwnToolkit.id, id, settled.change],
    queryFn: ({ signal }) => call(ownToolkitsApi.previewOwnToolkit, { body: settled.body ?? {} }, signal),
    enabled: settled.body !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  return { preview, isBehind: settled.body !== body || preview.isFetching };
}
