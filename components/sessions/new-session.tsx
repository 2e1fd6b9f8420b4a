/** Creates a session in the browser on one screen: its user, its permissions, and the same as code. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "next/navigation";
import { useDeferredValue, useState, type FormEvent } from "react";
import { UserField } from "@/components/mcp/user-field";
import { ErrorState } from "@/components/parts/display/error-state";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { useGo } from "@/components/ui/use-go";
import { mutation, query } from "@/lib/contract/client";
import { sessionApi } from "@/generated/addresses/sessions";
import { listedSessionsApi } from "@/generated/addresses/sessions/list";
import { SessionCode } from "./session-code";
import { savedHref, sessionHref } from "./session-words";
import { FieldErrors } from "./settings/form-section";
import { MoreSettings } from "./settings/more-settings";
import { PresetChoice } from "./settings/preset-choice";
import { presetOf, withPreset, type Preset } from "./settings/presets";
import { errorsUnder, type Settings } from "./settings/settings-draft";
import { useSettingsForm } from "./settings/use-settings-form";

/** With `?config=sc_...`, its rules stand in the place of those of the form. */
export function NewSession() {
  const search = useSearchParams();
  const saved = search.get("config") ?? "";
  const { go, going } = useGo();
  const [userId, setUserId] = useState(search.get("user") ?? "");
  // The user whose accounts are offered, updated only after a pause in typing.
  const named = useDeferredValue(userId);
  const [open, setOpen] = useState(false);
  const [isCustom, setCustom] = useState(false);
  const create = useMutation(
    mutation(sessionApi.createSession, useQueryClient(), { refresh: [listedSessionsApi.listSessions] }),
  );
  const toBody = (settings: Settings) => ({
    user_id: userId,
    ...settings,
    ...(saved && { experimental: { ...settings.experimental, session_config_id: saved } }),
  });
  const form = useSettingsForm({}, async (settings) => {
    const session = await create.mutateAsync({ body: toBody(settings) });
    go(sessionHref(session.session_id));
  });
  const { mayGo, error } = useTried({ user: required(userId, "Enter a user ID.") });
  const ofUser = errorsUnder(form.errors, "user_id");
  // an error in the folded part would be out of sight
  const isOpen = open || !form.readable || form.errors.length > ofUser.length;
  const pending = form.pending || going;
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (mayGo(event)) void form.submit();
  };
  const onPreset = (preset: Preset) => {
    setCustom(preset === "custom");
    setOpen(preset === "custom");
    form.setSettings(withPreset(form.settings, preset));
  };
  return (
    <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <form noValidate method="post" onSubmit={onSubmit} className="min-w-0 space-y-5">
        <UserField
          value={userId}
          onChange={setUserId}
          help="The user the agent works for, by your app’s ID."
          error={error("user")}
          className="max-w-80"
        />
        <FieldErrors errors={ofUser} />
        {saved ? (
          <FromSaved id={saved} />
        ) : (
          <PresetChoice value={isCustom ? "custom" : presetOf(form.settings)} onChange={onPreset} />
        )}
        <MoreSettings
          open={isOpen}
          onOpen={setOpen}
          settings={form.settings}
          onChange={form.setSettings}
          errors={form.errors}
          userId={named}
          onReadable={form.setReadable}
        />
        {form.failure ? <ErrorState title="Couldn’t create the session" error={form.failure} /> : null}
        <div className="sticky bottom-0 z-10 flex items-center gap-3 border-t bg-page py-3">
          <Button type="submit" disabled={pending}>
            {pending ? "Creating session" : "Create session"}
          </Button>
        </div>
      </form>
      <aside aria-label="Code" className="min-w-0 xl:sticky xl:top-4">
        <SessionCode body={toBody(form.settings)} />
      </aside>
    </div>
  );
}

function FromSaved({ id }: { id: string }) {
  const saved = useQuery(query(sessionApi.getSavedConfig, { params: { id } }));
  return (
    <Alert
      tone={saved.isError ? "warning" : "info"}
      title={saved.data ? `With the saved rules “${saved.data.name}”` : id}
    >
      {saved.isError
        ? saved.error.message
        : "The session uses these rules for toolkits and tools. Leave those fields below unchanged."}{" "}
      <Link href={savedHref(id)} className="rounded-sm underline underline-offset-4">
        View rules
      </Link>
    </Alert>
  );
}
