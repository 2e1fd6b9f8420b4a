/** The numbers of what waits for a person. One poll serves the bell, the sidebar and the tabs of the approvals. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { overviewApi } from "@/generated/addresses/overview";
import { query } from "@/lib/contract/client";

const EVERY_MS = 10_000;

/** @param polls only for the bell, which is on every page: a poll of each component would be a further request */
export const useAttention = ({ polls = false } = {}) =>
  useQuery({
    ...query(overviewApi.getAttention, {}),
    ...(polls && { refetchInterval: EVERY_MS }),
    staleTime: EVERY_MS,
    retry: false,
  });
