/** The part of a policy's form about the action. */
"use client";
import { Field } from "@/components/parts/forms/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { DETECTORS } from "@/lib/policies/constants";
import type { PartProps } from "./coverage-fields";
import type { Act, Draft } from "./policy-draft";
import { ACTS, BY } from "./policy-words";

export function ActionFields(props: PartProps) {
  const { draft, change } = props;
  return (
    <fieldset className="space-y-4">
      <legend className="mb-1 text-sm font-semibold">Action</legend>
      <Field label="What happens">
        {(wiring) => (
          <Select {...wiring} value={draft.act} onChange={(event) => change({ act: event.currentTarget.value as Act })}>
            {Object.entries(ACTS).map(([act, words]) => (
              <option key={act} value={act}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {draft.act === "deny" || draft.act === "ask" ? <Reason {...props} /> : null}
      {draft.act === "redact_arguments" || draft.act === "redact_result" ? (
        <>
          <Paths {...props} />
          <Kinds {...props} />
        </>
      ) : null}
      {draft.act === "limit" ? <Limit {...props} /> : null}
    </fieldset>
  );
}

const Reason = ({ draft, change }: PartProps) => (
  <Field label="Reason" help="Shown to the agent." optional>
    {(wiring) => (
      <Input
        {...wiring}
        maxLength={500}
        value={draft.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
    )}
  </Field>
);

const Paths = ({ draft, change, errorOf }: PartProps) => {
  const error = errorOf("paths");
  return (
    <Field
      label="Fields"
      help="One per line. **.salary means that field at any depth. The values become [redacted]."
      {...(error && { error })}
    >
      {(wiring) => (
        <Textarea
          {...wiring}
          rows={2}
          className="min-h-14 font-mono text-xs"
          spellCheck={false}
          value={draft.paths}
          onChange={(event) => change({ paths: event.currentTarget.value })}
        />
      )}
    </Field>
  );
};

const Kinds = ({ draft, change, errorOf }: PartProps) => {
  const error = errorOf("detectors");
  return (
    <Field
      label="Only these kinds"
      help={`Of ${DETECTORS.join(", ")}. Without any, the whole values are replaced.`}
      optional
      {...(error && { error })}
    >
      {(wiring) => (
        <Input
          {...wiring}
          autoComplete="off"
          spellCheck={false}
          placeholder="card, iban"
          value={draft.detectors}
          onChange={(event) => change({ detectors: event.currentTarget.value })}
        />
      )}
    </Field>
  );
};

const Limit = ({ draft, change, errorOf }: PartProps) => {
  const error = errorOf("amount");
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <Field
        label={draft.period === "tokens" ? "Tokens" : "Calls"}
        {...(draft.period === "tokens" && { help: "A token is about four bytes of a response." })}
        {...(error && { error })}
      >
        {(wiring) => (
          <Input
            {...wiring}
            inputMode="numeric"
            value={draft.amount}
            onChange={(event) => change({ amount: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Per">
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.period}
            onChange={(event) => change({ period: event.currentTarget.value as Draft["period"] })}
          >
            <option value="minute">minute</option>
            <option value="day">day (UTC)</option>
            <option value="tokens">day (UTC), in tokens</option>
          </Select>
        )}
      </Field>
      <Field label="Counted for">
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.by}
            onChange={(event) => change({ by: event.currentTarget.value as Draft["by"] })}
          >
            {Object.entries(BY).map(([by, words]) => (
              <option key={by} value={by}>
                {words}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
};
