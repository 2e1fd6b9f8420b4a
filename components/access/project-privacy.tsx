/** Switches of a project about secrets and logs; each takes effect when it is touched. */
"use client";
import { countOf } from "@/lib/contract/count-of";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { useToast } from "@/components/parts/shell/toast";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { PROJECT_READERS, type Project } from "./project-readers";

/** The offered choices; the API accepts any number from 1 to 365. */
const DAYS = [1, 7, 14, 30, 60, 90, 180, 365];

type DaysFieldProps<Days extends number | null> = {
  label: string;
  help: string;
  days: Days;
  disabled: boolean;
  /** The choice without an end, if there is one. */
  never?: Days;
  onChange: (days: Days) => void;
};

const NEVER = "never";

/** A choice of days, with the number that is set already. */
function DaysField<Days extends number | null>(props: DaysFieldProps<Days>) {
  const { label, help, days, disabled, never, onChange } = props;
  return (
    <Field label={label} help={help}>
      {(wiring) => (
        <Select
          {...wiring}
          value={days === null ? NEVER : String(days)}
          disabled={disabled}
          onChange={({ currentTarget: { value } }) => onChange((value === NEVER ? null : Number(value)) as Days)}
        >
          {[...new Set([...DAYS, ...(days === null ? [] : [Number(days)])])]
            .sort((a, b) => a - b)
            .map((option) => (
              <option key={option} value={option}>
                {countOf(option, "day")}
              </option>
            ))}
          {never === null ? <option value={NEVER}>Never</option> : null}
        </Select>
      )}
    </Field>
  );
}

export function ProjectPrivacy({ project }: { project: Project }) {
  const toast = useToast();
  const update = useMutation(mutation(accessApi.updateProject, useQueryClient(), { refresh: PROJECT_READERS }));
  const {
    mask_secret_keys_in_connected_account: masks,
    log_visibility_setting: visibility,
    log_retention_days: days,
    session_retention_days: sessionDays,
  } = project;
  const change = (body: Parameters<typeof update.mutate>[0]["body"], message: string) =>
    update.mutate({ body }, { onSuccess: () => toast(message) });
  return (
    <div className="space-y-5">
      <div>
        <Switch
          label="Mask secrets"
          checked={masks}
          disabled={update.isPending}
          onChange={(on) =>
            change({ mask_secret_keys_in_connected_account: on }, on ? "Secrets are masked" : "Secrets are shown")
          }
        />
        <p className="text-xs text-muted">
          {masks
            ? "The API and this dashboard show at most the first characters of tokens and keys."
            : "Anyone with an API key for this project can read the tokens and keys of every connected account."}
        </p>
      </div>
      <Field
        label="Requests and responses in logs"
        help={
          visibility === "show_all"
            ? "Tool logs keep the arguments and the response of each call, with secrets redacted."
            : "Tool logs keep the tool, the user, the time and the result of each call, but no arguments and no " +
              "response. Older logs stay as they are. The response to a request with an Idempotency-Key is " +
              "still kept, encrypted, for 24 hours."
        }
      >
        {(wiring) => (
          <Select
            {...wiring}
            value={visibility}
            disabled={update.isPending}
            onChange={(event) =>
              change(
                {
                  log_visibility_setting:
                    event.currentTarget.value === "dont_store_data" ? "dont_store_data" : "show_all",
                },
                "Log setting saved",
              )
            }
          >
            <option value="show_all">Store</option>
            <option value="dont_store_data">Don’t store</option>
          </Select>
        )}
      </Field>
      <DaysField
        label="Log retention"
        help="Older calls are deleted nightly at 03:17 UTC. A shorter retention takes effect the next night."
        days={days}
        disabled={update.isPending}
        onChange={(logDays) => change({ log_retention_days: logDays }, "Log setting saved")}
      />
      <DaysField
        label="Session expiry"
        help="Sessions unused for this long expire. Checked every hour."
        days={sessionDays}
        never={null}
        disabled={update.isPending}
        onChange={(newDays) => change({ session_retention_days: newDays }, "Session setting saved")}
      />
      {update.isError ? <ErrorState title="Couldn’t change the setting" error={update.error} /> : null}
    </div>
  );
}
