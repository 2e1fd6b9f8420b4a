/** A choice among the receivers that take events now. */
"use client";
import { Select } from "@/components/ui/select";
import { Link } from "@/components/ui/link";
import { OpenTestReceiver } from "@/components/webhooks/open-test-receiver";
import { shortUrl, useReceivers, type Receiver } from "./use-receivers";

/** Those that are not disabled. */
export const useUsable = (): readonly Receiver[] =>
  (useReceivers().data?.items ?? []).filter(({ disabled_at: disabled }) => disabled === null);

type ReceiverSelectProps = {
  wiring: { id: string; "aria-invalid": true | undefined; "aria-describedby": string | undefined };
  value: string;
  onChange: (id: string) => void;
  /** A first choice with the empty value. */
  all?: string;
};

export function ReceiverSelect({ wiring, value, onChange, all }: ReceiverSelectProps) {
  const usable = useUsable();
  const loaded = useReceivers().data !== undefined;
  if (loaded && usable.length === 0 && all === undefined)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-sm text-muted">
          No active endpoints.{" "}
          <Link href="/settings/webhooks" className="rounded-sm text-ink underline underline-offset-4">
            Webhook settings
          </Link>
        </p>
        <OpenTestReceiver stays label="Use the test endpoint" />
      </div>
    );
  return (
    <Select {...wiring} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {all === undefined ? null : <option value="">{all}</option>}
      {usable.map(({ id, webhook_url: url, paused_at: paused }) => (
        <option key={id} value={id}>
          {shortUrl(url)}
          {paused ? " (paused)" : ""}
        </option>
      ))}
    </Select>
  );
}
