/** The task, for whom it is done, and in which session. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { UserField } from "@/components/mcp/user-field";
import { toShort, useTimes } from "@/components/parts/display/clock";
import { Field } from "@/components/parts/forms/field";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { query } from "@/lib/contract/client";
import { listedSessionsApi } from "@/generated/addresses/sessions/list";
import { sessionNames } from "./step-words";

const MOST_CHARACTERS = 10_000;

export type TaskSettings = { task: string; user: string; session: string };

type TaskFieldsProps = {
  settings: TaskSettings;
  /** The session that this page made. */
  opened: string | null;
  /** A conversation has messages instead of a task. */
  hasTask: boolean;
  onChange: (changes: Partial<TaskSettings>) => void;
};

export function TaskFields({ settings: { task, user, session }, opened: openId, hasTask, onChange }: TaskFieldsProps) {
  return (
    <div className="space-y-4">
      {hasTask ? <TaskField task={task} onChange={onChange} /> : null}
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <UserField
          value={user}
          help="The user whose accounts are used."
          takesOnlyUser={session === ""}
          onChange={(next) => onChange({ user: next, session: "" })}
          className="font-mono"
        />
        <SessionField user={user.trim()} session={session} opened={openId} onChange={onChange} />
      </div>
    </div>
  );
}

const TaskField = ({ task, onChange }: Pick<TaskFieldsProps, "onChange"> & { task: string }) => (
  <Field label="Task" help="Describe it as you would to an agent.">
    {(wiring) => (
      <Textarea
        {...wiring}
        rows={3}
        maxLength={MOST_CHARACTERS}
        placeholder="Open an issue in my repository and post its URL to Slack"
        value={task}
        onChange={(event) => onChange({ task: event.currentTarget.value })}
        className="field-sizing-content max-h-60 min-h-20"
      />
    )}
  </Field>
);

type SessionFieldProps = Pick<TaskFieldsProps, "opened" | "onChange"> & { user: string; session: string };

function SessionField({ user, session, opened: openId, onChange }: SessionFieldProps) {
  const sessions = useQuery({
    ...query(listedSessionsApi.listSessions, { query: { user_id: user, limit: 50 } }),
    enabled: user !== "",
    placeholderData: (before) => before,
  });
  const items = sessions.data?.items.filter(({ user_id: of }) => of === user) ?? [];
  const times = useTimes();
  const names = sessionNames(items, openId, { timeOf: (time) => toShort(time, times), nameOf: useToolkitNames() });
  return (
    <Field
      label="Session"
      help="Limits what the agent can use. New sessions have no limits."
      error={sessions.isError ? "Couldn’t load the sessions; a new one is used." : undefined}
    >
      {(wiring) => (
        <Select {...wiring} value={session} onChange={(event) => onChange({ session: event.currentTarget.value })}>
          <option value="">New session</option>
          {session && !items.some(({ session_id: id }) => id === session) ? (
            <option value={session}>{session === openId ? "This run" : session}</option>
          ) : null}
          {items.map((item) => (
            <option key={item.session_id} value={item.session_id}>
              {names.get(item.session_id)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
