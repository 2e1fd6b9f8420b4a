/** Changes the configuration of a session, and reports a change by somebody else in between. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useToast } from "@/components/parts/shell/toast";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { call, ClientError, mutation } from "@/lib/contract/client";
import { sessionApi } from "@/generated/addresses/sessions";
import { listedSessionsApi } from "@/generated/addresses/sessions/list";
import type { SessionDetail } from "./session-words";
import { toChange, toEditable } from "./settings/settings-draft";
import { SettingsEditor } from "./settings/settings-editor";
import { useSettingsForm } from "./settings/use-settings-form";

type EditSessionProps = { session: SessionDetail; onClose: () => void };

export function EditSession({ session, onClose }: EditSessionProps) {
  // The session as it was when the form opened: a change by somebody else in the meantime must not be lost.
  const [from, setFrom] = useState(session);
  const [{ before, edited }] = useState(() => ({
    before: toEditable(session.config),
    edited: session.config_version,
  }));
  const toast = useToast();
  const client = useQueryClient();
  const update = mutation(sessionApi.updateSession, client, {
    refresh: [
      sessionApi.getAgentSession,
      listedSessionsApi.getListedSession,
      sessionApi.listConfigHistory,
      listedSessionsApi.listSessions,
    ],
  });
  const params = { session_id: session.session_id };
  const form = useSettingsForm(before, async (settings) => {
    const body = { ...toChange(before, settings), expected_config_version: from.config_version };
    const { config_version: version } = await update.mutationFn({ params, body });
    toast(`Saved as version ${version}`);
    await update.onSuccess();
    onClose();
  });
  const conflict = form.failure instanceof ClientError && form.failure.status === 409;
  const takeNewest = async () => setFrom(await call(sessionApi.getAgentSession, { params }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void form.submit();
  };
  return (
    <form noValidate method="post" onSubmit={onSubmit} className="max-w-3xl space-y-5">
      <SettingsEditor
        settings={form.settings}
        onChange={form.setSettings}
        errors={form.errors.filter(({ path }) => path !== "expected_config_version")}
        userId={session.config.user_id}
        onReadable={form.setReadable}
      />
      {conflict ? (
        <Conflict
          newest={from.config_version}
          edited={edited}
          onKeep={() => void takeNewest()}
          onDiscard={() => void update.onSuccess().then(onClose)}
        />
      ) : form.failure ? (
        <ErrorState title="Couldn’t save the configuration" error={form.failure} />
      ) : null}
      <div className="flex items-center gap-3 border-t pt-5">
        <SaveButton pending={form.pending} dirty={form.dirty || !form.readable} saving="Saving configuration">
          Save configuration
        </SaveButton>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <span className="text-sm text-muted">Takes effect with the agent’s next call.</span>
      </div>
    </form>
  );
}

type ConflictProps = { newest: number; edited: number; onKeep: () => void; onDiscard: () => void };

function Conflict({ newest, edited, onKeep, onDiscard }: ConflictProps) {
  const isOutdated = newest > edited;
  return (
    <Alert tone="warning" title="Someone else changed this session">
      <p>
        {isOutdated
          ? `Save again to apply your changes to version ${newest}.`
          : "Nothing was saved, so their change isn’t lost."}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {isOutdated ? null : (
          <Button variant="outline" onClick={onKeep}>
            Keep my changes
          </Button>
        )}
        <Button variant="outline" onClick={onDiscard}>
          Discard mine and show theirs
        </Button>
      </div>
    </Alert>
  );
}
