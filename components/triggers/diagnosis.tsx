/**
 * The reasons why no event arrived: each stage between the provider and the receivers, with the finding and the next
 * step.
 */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleHelp, CircleX, RotateCw, TriangleAlert } from "lucide-react";
import { useMay } from "@/components/access/use-session";
import { QueryView } from "@/components/parts/display/query-view";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { useToast } from "@/components/parts/shell/toast";
import { OpenTestReceiver } from "@/components/webhooks/open-test-receiver";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Skeleton } from "@/components/ui/skeleton";
import { mutation, type ResultOf } from "@/lib/contract/client";
import { triggersApi } from "@/generated/addresses/triggers";
import { triggerChecksApi } from "@/generated/addresses/triggers/checks";

import { useDiagnosis } from "./use-diagnosis";

type Check = ResultOf<typeof triggerChecksApi.diagnoseTrigger>["checks"][number];

const LOOKS = {
  ok: { Icon: CircleCheck, color: "text-green", word: "Good" },
  warning: { Icon: TriangleAlert, color: "text-amber", word: "Check this" },
  problem: { Icon: CircleX, color: "text-red", word: "Problem" },
  unknown: { Icon: CircleHelp, color: "text-muted", word: "Not known" },
} as const;

export function Diagnosis({ id }: { id: string }) {
  const diagnosisQuery = useDiagnosis(id);
  return (
    <section aria-labelledby="diagnosis" className="min-w-0">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id="diagnosis" className="text-base font-semibold">
          Delivery check
        </h2>
        <Button
          variant="outline"
          disabled={diagnosisQuery.isFetching}
          aria-busy={diagnosisQuery.isFetching}
          onClick={() => void diagnosisQuery.refetch()}
        >
          <RotateCw aria-hidden className={diagnosisQuery.isFetching ? "animate-spin" : ""} /> Re-run checks
        </Button>
      </div>
      <div className="overflow-hidden rounded-lg border">
        <QueryView query={diagnosisQuery} what="the check" skeleton={<Shape />}>
          {({ checks }) => (
            <ol className="divide-y">
              {checks.map((check) => (
                <Step key={check.id} check={check} triggerId={id} />
              ))}
            </ol>
          )}
        </QueryView>
      </div>
    </section>
  );
}

function Step({ check: { id, title, state, message, fix, at: time }, triggerId }: { check: Check; triggerId: string }) {
  const { Icon, color, word } = LOOKS[state];
  return (
    <li className="flex gap-3 px-3 py-2.5 text-sm">
      <Icon aria-label={word} role="img" className={`mt-0.5 size-4 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-medium">{title}</span>
          {time ? (
            <span className="text-xs text-muted">
              <RelativeTime at={time} />
            </span>
          ) : null}
        </p>
        <p className="wrap-anywhere text-muted">{message}</p>
        {fix ? <p className="mt-0.5 wrap-anywhere">{fix}</p> : null}
        {fix && Object.hasOwn(PAGES, id) ? <Mend check={id as keyof typeof PAGES} triggerId={triggerId} /> : null}
        {id === "receivers" && fix ? (
          <div className="mt-1.5 mb-0.5">
            <OpenTestReceiver label="Use the test endpoint" />
          </div>
        ) : null}
        {id === "hook" && state === "problem" ? <RenewHook triggerId={triggerId} /> : null}
      </div>
    </li>
  );
}

/** The page on which the fix of a check is done. */
const PAGES = {
  receivers: { label: "Open webhooks", toHref: () => "/settings/webhooks" },
  deliveries: {
    label: "Open its events",
    toHref: (triggerId: string) => `/logs/triggers?trigger=${encodeURIComponent(triggerId)}`,
  },
} as const;

const Mend = ({ check, triggerId }: { check: keyof typeof PAGES; triggerId: string }) => (
  <Link
    href={PAGES[check].toHref(triggerId)}
    className="mt-0.5 inline-block rounded-sm underline underline-offset-4 hover:text-muted"
  >
    {PAGES[check].label}
  </Link>
);

function RenewHook({ triggerId }: { triggerId: string }) {
  const may = useMay("triggers:write");
  const toast = useToast();
  const renew = useMutation(
    mutation(triggerChecksApi.renewTriggerHook, useQueryClient(), {
      refresh: [triggersApi.listTriggers, triggerChecksApi.diagnoseTrigger],
    }),
  );
  if (!may) return null;
  const start = () =>
    renew.mutate(
      { params: { triggerId } },
      {
        onSuccess: ({ renewed }) => toast(renewed ? "Hook created" : "The provider already has the hook"),
        onError: (error) => toast(error.message, { tone: "error" }),
      },
    );
  return (
    <Button variant="outline" className="mt-1.5" disabled={renew.isPending} onClick={start}>
      Create the hook again
    </Button>
  );
}

const Shape = () => (
  <div className="space-y-4 p-3">
    {[1, 2, 3, 4, 5].map((row) => (
      <Skeleton key={row} className="h-9" />
    ))}
  </div>
);
