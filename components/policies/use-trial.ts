/** Judges the project's past calls by a policy that is not stored, page by page, newest first. */
"use client";
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { policiesApi } from "@/generated/addresses/policies";
import { call, type ResultOf, type SentTo } from "@/lib/contract/client";

export const TRIAL_DAYS = 7;
/** Calls after which a trial ends. */
export const MAX_TRIED = 1000;
const MAX_SHOWN = 5;
const CALLS_OF_PAGE = 100;
const DAY_MS = 24 * 60 * 60 * 1000;

type Body = SentTo<typeof policiesApi.simulatePolicy>["body"];
type Rule = Pick<Body, "match" | "action">;
type Page = ResultOf<typeof policiesApi.simulatePolicy>;
type TriedCall = Page["items"][number];
export type Outcome = TriedCall["outcome"];

/** `callCount`: of the calls that could be judged. `isCut`: there are more calls. */
export type Trial = {
  callCount: number;
  unknown: number;
  counts: Partial<Record<Outcome, number>>;
  newest: readonly TriedCall[];
  isCut: boolean;
};

const NOTHING: Trial = { callCount: 0, unknown: 0, counts: {}, newest: [], isCut: false };

function withPage(trial: Trial, page: Page): Trial {
  const counts = { ...trial.counts };
  for (const { outcome } of page.items) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return {
    callCount: trial.callCount + page.judged,
    unknown: trial.unknown + page.unknown,
    counts,
    newest: [...trial.newest, ...page.items].slice(0, MAX_SHOWN),
    isCut: page.next_cursor !== null,
  };
}

export function useTrial() {
  const [trial, setTrial] = useState<Trial | null>(null);
  const stop = useRef<AbortController | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (rule: Rule) => {
      const controller = (stop.current = new AbortController());
      const from = Date.now() - TRIAL_DAYS * DAY_MS;
      let state = NOTHING;
      let cursor: string | null = null;
      do {
        const body: Body = { ...rule, from, cursor, limit: CALLS_OF_PAGE };
        const page: Page | null = await call(policiesApi.simulatePolicy, { body }, controller.signal).catch(
          (failure: unknown) => {
            if (controller.signal.aborted) return null;
            throw failure;
          },
        );
        if (!page) return;
        state = withPage(state, page);
        cursor = page.next_cursor;
        setTrial(state);
      } while (cursor !== null && state.callCount + state.unknown < MAX_TRIED);
    },
  });
  return {
    trial,
    isPending,
    error,
    begin: (rule: Rule) => {
      setTrial(null);
      mutate(rule);
    },
    stop: () => stop.current?.abort(),
  };
}
