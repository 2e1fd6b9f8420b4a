/** The fields that choose who decides about waiting calls: the usual people, or only chosen people. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field, FieldError } from "@/components/parts/forms/field";
import { Checkbox } from "@/components/ui/checkbox";
import { Select } from "@/components/ui/select";
import { accessApi } from "@/generated/addresses/access";
import { query } from "@/lib/contract/client";
import { APPROVER_ROLES } from "@/lib/contract/approvals/approver-roles";
import type { Approvers } from "@/lib/contract/approvals/approvers";
import { ROLE_LABELS } from "./approvers-words";

const NOBODY: Approvers = { role: null, members: [], user: false, app: false };

/** The error of a choice that names nobody. */
export const approversError = (draft: Approvers | null): string | undefined =>
  draft && draft.role === null && draft.members.length === 0 && !draft.user && !draft.app
    ? "Choose someone."
    : undefined;

type ApproversFieldsProps = {
  /** Null: the usual people. */
  draft: Approvers | null;
  /** The usual people, in words. */
  usual: string;
  help: string;
  disabled?: boolean;
  error?: string | undefined;
  onChange: (draft: Approvers | null) => void;
};

export function ApproversFields({ draft, usual, help, disabled = false, error, onChange }: ApproversFieldsProps) {
  // A choice that is taken back and made again is not lost.
  const [last, setLast] = useState(draft);
  const choose = (next: Approvers | null) => {
    if (next) setLast(next);
    onChange(next);
  };
  return (
    <>
      <Field label="Approvers" help={help}>
        {(wiring) => (
          <Select
            {...wiring}
            value={draft ? "chosen" : "usual"}
            disabled={disabled}
            onChange={(event) => choose(event.currentTarget.value === "usual" ? null : (last ?? NOBODY))}
          >
            <option value="usual">{usual}</option>
            <option value="chosen">Only chosen people</option>
          </Select>
        )}
      </Field>
      {draft ? <People draft={draft} disabled={disabled} onChange={choose} /> : null}
      <FieldError>{error}</FieldError>
    </>
  );
}

type PeopleProps = { draft: Approvers; disabled: boolean; onChange: (draft: Approvers) => void };

function People({ draft, disabled, onChange }: PeopleProps) {
  const change = (part: Partial<Approvers>) => onChange({ ...draft, ...part });
  return (
    <>
      <Field label="Role">
        {(wiring) => (
          <Select
            {...wiring}
            value={draft.role ?? ""}
            disabled={disabled}
            onChange={({ currentTarget: { value } }) =>
              change({ role: APPROVER_ROLES.find((role) => role === value) ?? null })
            }
          >
            <option value="">No role</option>
            {APPROVER_ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_LABELS[role]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <NamedMembers draft={draft} disabled={disabled} onChange={onChange} />
      <fieldset>
        <legend className="text-sm font-medium">Others</legend>
        <Checkbox
          label="The user, on their approvals page"
          checked={draft.user}
          disabled={disabled}
          onChange={(event) => change({ user: event.currentTarget.checked })}
        />
        <Checkbox
          label="Your app, by its key and by links it creates"
          checked={draft.app}
          disabled={disabled}
          onChange={(event) => change({ app: event.currentTarget.checked })}
        />
      </fieldset>
    </>
  );
}

const DECIDES: readonly string[] = APPROVER_ROLES;

/** Members who can decide, each with a box; a chosen one who no longer can has a box to be taken out by. */
function NamedMembers({ draft, disabled, onChange }: PeopleProps) {
  const mayRead = useMay("members:read");
  const members = useQuery({
    ...query(accessApi.listMembers, { query: { limit: 1000 } }),
    enabled: mayRead,
    staleTime: 60_000,
  });
  const people = members.data?.items.filter(({ role }) => DECIDES.includes(role)) ?? [];
  const formerMembers = members.data ? draft.members.filter((id) => people.every((person) => person.id !== id)) : [];
  const rows = [
    ...people.map(({ id, email }) => ({ id, label: email })),
    ...formerMembers.map((id) => ({ id, label: `${id}, who can no longer decide` })),
  ];
  return (
    <fieldset aria-busy={members.isLoading}>
      <legend className="text-sm font-medium">Members</legend>
      {mayRead ? null : <p className="text-sm text-muted">Your role can’t see the members.</p>}
      {members.isLoading ? <p className="text-sm text-muted">Loading members…</p> : null}
      {members.isError ? (
        <ErrorState
          title="Couldn’t load the members"
          error={members.error}
          onRetry={() => void members.refetch()}
          className="mt-1"
        />
      ) : null}
      <div className="max-h-48 overflow-y-auto">
        {rows.map(({ id, label }) => (
          <Checkbox
            key={id}
            label={<span className="wrap-anywhere">{label}</span>}
            checked={draft.members.includes(id)}
            disabled={disabled}
            onChange={({ currentTarget: { checked } }) => {
              const others = draft.members.filter((member) => member !== id);
              onChange({ ...draft, members: checked ? [...others, id] : others });
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}
