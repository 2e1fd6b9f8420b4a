/** Creates a key and shows it once. Nothing of it is stored when the window closes. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { Terminal } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { CodeBlock } from "@/components/parts/display/code-block";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { OnceText, OnceWindow } from "@/components/parts/forms/once-window";
import { useForm } from "@/components/parts/forms/use-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Input } from "@/components/ui/input";
import { accessApi } from "@/generated/addresses/access";
import { mutation, type ResultOf } from "@/lib/contract/client";
import { AccessFields, AccessWords } from "./access-fields";
import { toPhrases, type Levels } from "./key-access";
import { toLimits } from "./key-limits";
import { LimitFields } from "./limit-fields";
import { olderCliLine } from "./older-cli-line";
import { KeyFormEnd } from "./key-form-end";

const ConnectAgent = dynamic(
  () => import("@/components/connect-agent/connect-agent").then((module) => module.ConnectAgent),
  { ssr: false },
);

type CreatedKey = ResultOf<typeof accessApi.createApiKey>;

/** Its state is born when the window opens and forgotten when it closes; so is the key. */
export function CreateApiKeyWindow({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  return (
    <OnceWindow
      title={created ? "Key created" : "Create API key"}
      shows={created ? "key" : null}
      wide={created !== null}
      onClose={onClose}
    >
      {created ? <ShownOnce created={created} /> : <CreateForm onCreated={setCreated} />}
    </OnceWindow>
  );
}

const EMPTY = { name: "Enter a name." };
const WORDS = { name: "Use at most 100 characters." };

function CreateForm({ onCreated }: { onCreated: (created: CreatedKey) => void }) {
  const create = mutation(accessApi.createApiKey, useQueryClient(), { refresh: [accessApi.listApiKeys] });
  const [access, setAccess] = useState<{ template: string; levels: Levels | null }>({ template: "full", levels: null });
  const [isTried, setTried] = useState(false);
  const opensNothing = access.levels !== null && toPhrases(access.levels).length === 0;
  const form = useForm({
    schema: () => import("../form-schemas").then(({ NewKey }) => NewKey),
    initial: { name: "", expires_in_days: "", toolkits: "", user_ids: "", addresses: "" },
    empty: EMPTY,
    words: WORDS,
    submit: async ({ name, ...texts }) => {
      setTried(true);
      if (opensNothing) return;
      const days = form.values.expires_in_days;
      const { levels } = access;
      const limits = toLimits(texts);
      const body = {
        ...{ name, ...(limits && { limits }) },
        ...(days && { expires_in_days: Number(days) }),
        ...(levels && { scopes: levels }),
      };
      onCreated(await create.mutationFn({ body }));
      void create.onSuccess();
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Field label="Name" help="Where it is used, such as “Production agent”." error={form.error("name")}>
        {(wiring) => <Input autoComplete="off" autoFocus {...wiring} {...form.control("name")} />}
      </Field>
      <AccessFields
        {...access}
        error={isTried && opensNothing ? "Allow at least one area." : undefined}
        onChange={(template, levels) => setAccess({ template, levels })}
      />
      <LimitFields values={form.values} onChange={form.set} control={form.control} error={form.error} />
      <KeyFormEnd form={form} />
    </Form>
  );
}

function ShownOnce({ created }: { created: CreatedKey }) {
  return (
    <div className="space-y-4">
      <Alert tone="warning" title="Copy the key now">
        You won’t be able to see it again; only a hash is stored.
      </Alert>
      <AccessWords levels={created.scopes} limits={created.limits} />
      <OnceText text={created.key} what="key" label={`Key ${created.name}`} />
      <section aria-labelledby="connect-with-key" className="min-w-0 border-t pt-4">
        <h3 id="connect-with-key" className="mb-1 text-base font-semibold">
          Connect your agent
        </h3>
        <div className="min-h-[40rem]">
          <ConnectAgent apiKey={created.key} />
        </div>
      </section>
      <OlderCli apiKey={created.key} />
    </div>
  );
}

/** For people whose programs are from before version 3, whose own sign-in opens a page of another host. */
function OlderCli({ apiKey }: { apiKey: string }) {
  const [isShown, setShown] = useState(false);
  if (!isShown)
    return (
      <Button variant="outline" onClick={() => setShown(true)}>
        <Terminal aria-hidden /> Use with the old CLI
      </Button>
    );
  return (
    <div className="space-y-2 text-sm">
      <CodeBlock
        label="Sign in composio-core 0.5 and older"
        language="shell"
        code={olderCliLine(window.location.origin, apiKey)}
      />
      <p className="text-muted">
        Run it on the machine that has the <code className="font-mono text-xs">composio</code> command. It replaces the
        key in ~/.composio/user_data.json.{" "}
        <Link href="/docs/migrate/older-api" target="_blank">
          Read about older programs
        </Link>
      </p>
    </div>
  );
}
