/** Creates a link to the hosted connect page, and waits until the person has finished. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useAuthConfigs, type AuthConfigRow } from "@/components/auth-configs/use-auth-configs";
import { inWords } from "@/components/access/link-lifetime";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { QueryView } from "@/components/parts/display/query-view";
import { useToolkitNames } from "@/components/parts/display/toolkit-name";
import { useForm } from "@/components/parts/forms/use-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { hasFinePointer } from "@/components/ui/pointer";
import { Select } from "@/components/ui/select";
import { Skeleton } from "@/components/ui/skeleton";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { mutation, type ResultOf } from "@/lib/contract/client";
import { WatchLink } from "./watch-link";

type MadeLink = ResultOf<typeof connectedAccountsApi.createConnectLink>;
type ConnectWindowProps = { authConfigId?: string; userId?: string; onClose: () => void };

/** The state exists only while the window is open. */
export function ConnectWindow({ authConfigId, userId, onClose }: ConnectWindowProps) {
  const [link, setMade] = useState<MadeLink | null>(null);
  const configs = useAuthConfigs();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Connect an account" onInteractOutside={(event) => event.preventDefault()}>
        {link ? (
          <WatchLink link={link.redirect_url} accountId={link.connected_account_id} expiresAt={link.expires_at} />
        ) : (
          <QueryView
            query={configs}
            what="auth configs"
            skeleton={<Shape />}
            isEmpty={({ items }) => items.every(({ status }) => status === "DISABLED")}
            empty={<NoConfigs />}
          >
            {({ items }) => (
              <LinkForm
                configs={items.filter(({ status }) => status === "ENABLED")}
                authConfigId={authConfigId}
                userId={userId}
                onMade={setMade}
              />
            )}
          </QueryView>
        )}
      </DialogContent>
    </Dialog>
  );
}

const Shape = () => (
  <div className="space-y-4">
    <Skeleton className="h-8" />
    <Skeleton className="h-8" />
  </div>
);

const NoConfigs = () => (
  <Alert tone="info" title="No enabled auth configs">
    <p>Create one first to define how users sign in to a toolkit.</p>
    <Button asChild variant="outline" className="mt-2">
      <Link href="/auth-configs/new">Create auth config</Link>
    </Button>
  </Alert>
);

/** The choices in minutes. A link that is made here is usually sent, and read later. */
const LIFETIMES = [10, 1440, 10_080];
const USUAL_MINUTES = 1440;

const EMPTY = { auth_config_id: "Choose an auth config.", user_id: "Enter a user ID." };
const WORDS = { user_id: "Use at most 500 characters.", alias: "Use at most 200 characters." };

type LinkFormProps = {
  configs: readonly AuthConfigRow[];
  authConfigId?: string;
  userId?: string;
  onMade: (link: MadeLink) => void;
};

function LinkForm({ configs, authConfigId, userId, onMade }: LinkFormProps) {
  const create = mutation(connectedAccountsApi.createConnectLink, useQueryClient(), {
    refresh: [connectedAccountsApi.listConnectedAccounts],
  });
  const nameOf = useToolkitNames();
  const only = configs.length === 1 ? configs[0]?.id : undefined;
  // The form can load after the window, which then has the focus on its Close button.
  const startsAt = !hasFinePointer() ? null : (authConfigId ?? only) ? "user_id" : "auth_config_id";
  const [minutes, setMinutes] = useState(USUAL_MINUTES);
  const form = useForm({
    schema: () => import("./form-schemas").then(({ NewLink }) => NewLink),
    initial: { auth_config_id: authConfigId ?? only ?? "", user_id: userId ?? "", alias: "" },
    empty: EMPTY,
    words: WORDS,
    submit: async (body) => {
      onMade(await create.mutationFn({ body: { ...body, expires_in_minutes: minutes } }));
      void create.onSuccess();
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <Field
        label="Auth config"
        help="Determines the toolkit and how the user signs in."
        error={form.error("auth_config_id")}
      >
        {(wiring) => (
          <Select autoFocus={startsAt === "auth_config_id"} {...wiring} {...form.control("auth_config_id")}>
            <option value="">Choose one</option>
            {configs.map(({ id, name, toolkit }) => (
              <option key={id} value={id}>
                {name} ({nameOf(toolkit.slug)})
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="User ID"
        help="Your app’s ID for this user; use the same ID when calling tools."
        error={form.error("user_id")}
      >
        {(wiring) => (
          <Input
            autoFocus={startsAt === "user_id"}
            autoComplete="off"
            spellCheck={false}
            placeholder="user_123"
            {...wiring}
            {...form.control("user_id")}
          />
        )}
      </Field>
      <Field label="Alias" optional help="Optional label, such as “Work mailbox”." error={form.error("alias")}>
        {(wiring) => <Input autoComplete="off" {...wiring} {...form.control("alias")} />}
      </Field>
      <LifetimeField minutes={minutes} onChange={setMinutes} />
      {form.failure ? <ErrorState title="Couldn’t create the link" error={form.failure} /> : null}
      <div className="flex justify-end gap-2">
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" disabled={form.pending}>
          {form.pending ? "Creating link" : "Create link"}
        </Button>
      </div>
    </Form>
  );
}

/** How long the link works. */
function LifetimeField({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  return (
    <Field label="Link works for" help="It can be used once. Opening it doesn’t use it up.">
      {(wiring) => (
        <Select {...wiring} value={minutes} onChange={(event) => onChange(Number(event.currentTarget.value))}>
          {LIFETIMES.map((lifetime) => (
            <option key={lifetime} value={lifetime}>
              {inWords(lifetime)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
