/** How long audit events are stored; owners change it. */
"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMay } from "@/components/access/use-session";
import { showToast } from "@/components/parts/shell/toast-store";
import { Select } from "@/components/ui/select";
import { auditApi } from "@/generated/addresses/access/audit";
import { countOf } from "@/lib/contract/count-of";
import { call, ClientError, query } from "@/lib/contract/client";

const DAYS = [30, 90, 180, 365, 730, 1825, 3650];
const OPERATOR = "";

export function AuditRetention() {
  const client = useQueryClient();
  const mayChange = useMay("organization:write");
  const settings = useQuery(query(auditApi.getAuditSettings, {})).data;
  const days = settings?.retention_days ?? null;
  const store = async (text: string) => {
    try {
      const body = { retention_days: text === OPERATOR ? null : Number(text) };
      client.setQueryData(
        query(auditApi.getAuditSettings, {}).queryKey,
        await call(auditApi.updateAuditSettings, { body }),
      );
      showToast("Audit retention saved");
      await client.invalidateQueries({ queryKey: [auditApi.listAuditEvents.id] });
    } catch (error) {
      const reason = error instanceof ClientError ? ` ${error.message}` : "";
      showToast(`Couldn’t save the audit retention.${reason}`, { tone: "error" });
    }
  };
  const choices = days === null || DAYS.includes(days) ? DAYS : [...DAYS, days].sort((left, right) => left - right);
  return (
    <label className="flex items-center gap-2 text-sm whitespace-nowrap text-muted">
      Audit retention
      <Select
        className="w-56"
        value={days === null ? OPERATOR : String(days)}
        disabled={!settings || !mayChange}
        title={mayChange ? undefined : "Your role can’t change this"}
        onChange={(event) => void store(event.currentTarget.value)}
      >
        <option value={OPERATOR}>
          {settings ? `Server default (${countOf(settings.operator_days, "day")})` : "Server default"}
        </option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {countOf(choice, "day")}
          </option>
        ))}
      </Select>
    </label>
  );
}
