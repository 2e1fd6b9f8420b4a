/** The fields of a receiver: address, events, version and filters. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { Field, FieldError } from "@/components/parts/forms/field";
import { QueryView } from "@/components/parts/display/query-view";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { query } from "@/lib/contract/client";
import { webhooksApi } from "@/generated/addresses/webhooks";
import { TEST_RECEIVER_URL } from "@/lib/webhooks/constants";
import { OPERATORS, takesValue, type FilterDraft, type ReceiverDraft, type Version } from "./receiver-draft";

const VERSIONS: Record<Version, string> = {
  V3: "V3 (recommended)",
  V2: "V2 (legacy)",
  V1: "V1 (oldest)",
};

type FieldsProps = {
  draft: ReceiverDraft;
  onChange: (changes: Partial<ReceiverDraft>) => void;
  /** The error about the URL, if the server refused it. */
  urlError?: string | undefined;
  eventsError?: string | undefined;
};

export function ReceiverFields({ draft, onChange, urlError, eventsError }: FieldsProps) {
  return (
    <>
      {draft.url === TEST_RECEIVER_URL ? null : (
        <Field label="URL" error={urlError} help="Must respond with 2xx within 15 seconds.">
          {(wiring) => (
            <Input
              {...wiring}
              type="url"
              autoFocus
              autoComplete="off"
              spellCheck={false}
              placeholder="https://example.com/hook"
              value={draft.url}
              onChange={(event) => onChange({ url: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Events draft={draft} onChange={onChange} error={eventsError} />
      <Field label="Version" help="Message format. V1 and V2 only support trigger messages.">
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.version}
            onChange={(event) => onChange({ version: event.currentTarget.value as Version })}
          >
            {Object.entries(VERSIONS).map(([version, words]) => (
              <option key={version} value={version}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Filters filters={draft.filters} onChange={(filters) => onChange({ filters })} />
    </>
  );
}

type EventsProps = Pick<FieldsProps, "draft" | "onChange"> & { error: string | undefined };

function Events({ draft: { events, version }, onChange, error }: EventsProps) {
  const kinds = useQuery({ ...query(webhooksApi.listWebhookEventTypes, {}), staleTime: 300_000 });
  const toggle = (kind: string) =>
    onChange({ events: events.includes(kind) ? events.filter((eventKind) => eventKind !== kind) : [...events, kind] });
  return (
    <fieldset className="space-y-1.5">
      <legend className="mb-1.5 text-sm font-medium">Events</legend>
      <QueryView query={kinds} what="the event types" skeleton={<Skeleton className="h-40" />}>
        {({ items }) => (
          <ul className="divide-y rounded-lg border">
            {items.map(({ event_type: kind, description, supported_versions: versions }) => {
              const fits = versions.includes(version);
              return (
                <li key={kind} className="px-3 py-1">
                  <Checkbox
                    checked={events.includes(kind)}
                    disabled={!fits && !events.includes(kind)}
                    onChange={() => toggle(kind)}
                    label={
                      <>
                        <code className="font-mono text-xs wrap-anywhere">{kind}</code>
                        <span className="block text-xs text-muted">
                          {fits ? description : `${description} Only in ${versions.join(", ")}.`}
                        </span>
                      </>
                    }
                  />
                </li>
              );
            })}
          </ul>
        )}
      </QueryView>
      <FieldError>{error}</FieldError>
    </fieldset>
  );
}

const NEW: FilterDraft = { path: "data.", operator: "equals", value: "" };

function Filters({ filters, onChange }: { filters: FilterDraft[]; onChange: (filters: FilterDraft[]) => void }) {
  const change = (filterIndex: number, changes: Partial<FilterDraft>) =>
    onChange(filters.map((filter, index) => (index === filterIndex ? { ...filter, ...changes } : filter)));
  return (
    <fieldset className="space-y-2">
      <legend className="mb-1.5 text-sm font-medium">
        Filters <span className="font-normal text-muted">(optional)</span>
      </legend>
      {filters.length > 0 ? (
        <p className="text-xs text-muted">
          All must match. Paths point into the message, such as <code className="font-mono">data.issue.state</code>.
        </p>
      ) : null}
      {filters.map((filter, shownIndex) => (
        <div key={shownIndex} className="flex flex-wrap gap-2 rounded-lg border p-2">
          <Input
            aria-label={`Path of filter ${shownIndex + 1}`}
            spellCheck={false}
            className="min-w-32 flex-1 basis-full font-mono"
            value={filter.path}
            onChange={(event) => change(shownIndex, { path: event.currentTarget.value })}
          />
          <Select
            aria-label={`Comparison of filter ${shownIndex + 1}`}
            className="w-40"
            value={filter.operator}
            onChange={(event) => change(shownIndex, { operator: event.currentTarget.value as FilterDraft["operator"] })}
          >
            {Object.entries(OPERATORS).map(([operator, words]) => (
              <option key={operator} value={operator}>
                {words}
              </option>
            ))}
          </Select>
          {takesValue(filter.operator) ? (
            <Input
              aria-label={`Value of filter ${shownIndex + 1}`}
              spellCheck={false}
              className="min-w-24 flex-1 font-mono"
              value={filter.value}
              onChange={(event) => change(shownIndex, { value: event.currentTarget.value })}
            />
          ) : (
            <span className="flex-1" />
          )}
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove filter ${shownIndex + 1}`}
            onClick={() => onChange(filters.filter((_, index) => index !== shownIndex))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <Button variant="outline" disabled={filters.length >= 20} onClick={() => onChange([...filters, NEW])}>
        <Plus aria-hidden /> Add filter
      </Button>
    </fieldset>
  );
}
