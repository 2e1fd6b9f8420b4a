/** Creates a session in the browser: its user, its access rules, and the equivalent request. */
"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useState, type FormEvent } from "react";
import { CodeBlock } from "@/components/parts/display/code-block";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { required, useTried } from "@/components/parts/forms/use-tried";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { mutation, query } from "@/lib/contract/client";
import { sessionApi } from "@/generated/addresses/sessions";
import { listedSessionsApi } from "@/generated/addresses/sessions/list";
import { FormSection } from "./settings/form-section";
import { toCreateRequest } from "./session-snippets";
import { savedHref, sessionHref } from "./session-words";
import { errorsUnder, type Settings } from "./settings/settings-draft";
import { SettingsEditor } from "./settings/settings-editor";
import { useSettingsForm } from "./settings/use-settings-form";

/** With `?config=sc_...`, its rules stand in the place of those of the form. */
export function NewSession() {
  const search = useSearchParams();
  const saved = search.get("config") ?? "";
  const router = useRouter();
  const [userId, setUserId] = useState(search.get("user") ?? "");
  // The user whose accounts are offered, updated only after a pause in typing.
  const [named, setNamed] = useState(userId);
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
    router.push(sessionHref(session.session_id));
  });
  const { mayGo, error } = useTried({ user: required(userId, "Enter a user ID.") });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (mayGo(event)) void form.submit();
  };
  return (
    <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <form noValidate method="post" onSubmit={onSubmit} className="min-w-0 space-y-5">
        <FormSection title="User" help="The user the agent works for." errors={errorsUnder(form.errors, "user_id")}>
          <Field label="User ID" help="Your app’s ID for this user." error={error("user")}>
            {(wiring) => (
              <Input
                {...wiring}
                autoComplete="off"
                spellCheck={false}
                className="max-w-80"
                value={userId}
                onChange={(event) => setUserId(event.currentTarget.value)}
                onBlur={() => setNamed(userId)}
              />
            )}
          </Field>
        </FormSection>
        {saved ? <FromSaved id={saved} /> : null}
        <SettingsEditor
          settings={form.settings}
          onChange={form.setSettings}
          errors={form.errors}
          userId={named}
          onReadable={form.setReadable}
        />
        {form.failure ? <ErrorState title="Couldn’t create the session" error={form.failure} /> : null}
        <div className="flex items-center gap-3 border-t pt-5">
          <Button type="submit" disabled={form.pending}>
            {form.pending ? "Creating session" : "Create session"}
          </Button>
        </div>
      </form>
      <aside aria-label="API request" className="min-w-0 xl:sticky xl:top-4">
        <p className="mb-2 text-sm text-muted">Create the same session from code.</p>
        <CodeBlock
          label="curl"
          language="shell"
          code={toCreateRequest(window.location.origin, toBody(form.settings))}
        />
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
