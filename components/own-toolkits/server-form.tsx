/** The form that makes a toolkit of an MCP server: its name, how users sign in, and for whom it is. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useMay } from "@/components/access/use-session";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Segmented } from "@/components/parts/forms/segmented";
import { useTried } from "@/components/parts/forms/use-tried";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useGo } from "@/components/ui/use-go";
import { customToolkitsApi } from "@/generated/addresses/own-toolkits/mcp";
import { call } from "@/lib/contract/client";
import { refreshToolkits } from "./refresh-toolkits";
import { findServerErrors, KEY_PLACE, toServerBody, toServerDraft, type Probe, type ServerDraft } from "./server-draft";

type TextName = "name" | "header" | "value" | "discoveryUrl" | "userId";

const SIGN_INS = [
  { key: "none", label: "None" },
  { key: "key", label: "API key" },
  { key: "oauth", label: "OAuth" },
] as const;
const AUDIENCES = [
  { key: "all", label: "All users" },
  { key: "one", label: "One user" },
] as const;

type ServerFormProps = { url: string; probe: Probe | undefined; onDone: () => void };

export function ServerForm({ url, probe, onDone }: ServerFormProps) {
  const [draft, setDraft] = useState(() => toServerDraft(url, probe));
  const { mayGo, error } = useTried(findServerErrors(draft));
  const mayChange = useMay("toolkits:write");
  const { go, going } = useGo();
  const client = useQueryClient();
  const add = useMutation({
    mutationFn: () => call(customToolkitsApi.createCustomToolkit, { body: toServerBody(url, draft) }),
    onSuccess: async ({ slug }) => {
      onDone();
      go(`/toolkits/${encodeURIComponent(slug.toLowerCase())}/edit`);
      await refreshToolkits(client);
    },
  });
  const pending = add.isPending || going;
  const change = (part: Partial<ServerDraft>) => setDraft((before) => ({ ...before, ...part }));
  const text = (name: TextName, label: string, help?: string) => (
    <Field label={label} help={help} error={error(name) ?? ""}>
      {(wiring) => (
        <Input
          {...wiring}
          autoComplete="off"
          spellCheck={name === "name"}
          maxLength={200}
          value={draft[name]}
          onChange={({ currentTarget: { value } }) => setDraft((before) => ({ ...before, [name]: value }))}
        />
      )}
    </Field>
  );
  return (
    <form noValidate method="post" onSubmit={(event) => mayGo(event) && add.mutate()} className="space-y-5">
      {text("name", "Name", "Shown to people and agents.")}
      <Choice
        label="Authentication"
        options={SIGN_INS}
        value={draft.signIn}
        onChange={(signIn) => change({ signIn })}
      />
      {draft.signIn === "key" ? (
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
          {text("header", "Header")}
          {text("value", "Header value", `Each user’s key replaces ${KEY_PLACE}.`)}
        </div>
      ) : null}
      {draft.signIn === "oauth"
        ? text("discoveryUrl", "Authorization server", "Its URL or its metadata URL. Patchbay registers itself there.")
        : null}
      <Choice label="For" options={AUDIENCES} value={draft.audience} onChange={(audience) => change({ audience })} />
      {draft.audience === "one" ? text("userId", "User ID", "Only this user can use the toolkit.") : null}
      <Button type="submit" disabled={pending} {...(!mayChange && { title: "Your role can’t change this" })}>
        {pending ? "Adding" : "Add the MCP server"}
      </Button>
      {add.error ? <ErrorState title="Couldn’t add the MCP server" error={add.error} /> : null}
    </form>
  );
}

type ChoiceProps<K extends string> = {
  label: string;
  options: readonly { key: K; label: string }[];
  value: K;
  onChange: (key: K) => void;
};

const Choice = <K extends string>({ label, ...props }: ChoiceProps<K>) => (
  <div className="space-y-1.5">
    <p aria-hidden className="text-sm font-medium">
      {label}
    </p>
    <Segmented label={label} {...props} />
  </div>
);
