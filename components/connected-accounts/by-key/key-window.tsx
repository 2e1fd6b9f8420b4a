/** Connects an account with a key or a password that a member has: the short way to the first call of a toolkit. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { CredentialFields } from "@/components/auth-configs/credential-fields";
import { schemeWords } from "@/components/auth-configs/scheme-words";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { useToast } from "@/components/parts/shell/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { authConfigsApi } from "@/generated/addresses/auth-configs";
import { connectedAccountsApi } from "@/generated/addresses/connected-accounts";
import { connectWithKey, createKeyConfig, keyFields, type KeyScheme } from "./connect-with-key";

type KeyWindowProps = { toolkit: string; scheme: KeyScheme; userId: string; onClose: () => void };

export function KeyWindow({ toolkit, scheme, userId, onClose }: KeyWindowProps) {
  const client = useQueryClient();
  const toast = useToast();
  // A second attempt uses the auth config of the first.
  const configId = useRef<string>(undefined);
  const fields = keyFields(scheme);
  const form = useForm({
    schema: async () => (await import("./form-schemas")).toKeySchema(scheme),
    initial: { user_id: userId, ...Object.fromEntries(fields.map(({ name }) => [name, ""])) } as Record<string, string>,
    submit: async (texts) => {
      const { user_id: user = "", ...values } = texts as Record<string, string>;
      configId.current ??= await createKeyConfig(toolkit, scheme);
      await connectWithKey(configId.current, { scheme, userId: user, values });
      toast(`Account of ${user} connected`);
      // The window closes when the page has the account: a run before that would have none.
      const lists = [connectedAccountsApi.listConnectedAccounts, authConfigsApi.listAuthConfigs];
      await Promise.all(lists.map(({ id }) => client.invalidateQueries({ queryKey: [id] })));
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Connect an account" onInteractOutside={(event) => event.preventDefault()}>
        <Form onSubmit={form.onSubmit}>
          <CredentialFields fields={fields} control={form.control} error={form.error} />
          <Field
            label="User ID"
            help="Your app’s ID for this user; use the same ID when calling tools."
            error={form.error("user_id")}
          >
            {(wiring) => (
              <Input
                {...wiring}
                autoComplete="off"
                spellCheck={false}
                {...form.control("user_id")}
                className="font-mono"
              />
            )}
          </Field>
          <p className="text-xs text-muted">
            This also creates an auth config ({schemeWords(scheme.mode).label}).{" "}
            <Link
              href={`/auth-configs/new?toolkit=${encodeURIComponent(toolkit)}`}
              className="underline underline-offset-4"
            >
              Create your own
            </Link>{" "}
            to let users connect by a link.
          </p>
          {form.failure ? <ErrorState title="Couldn’t connect the account" error={form.failure} /> : null}
          <div className="flex justify-end gap-2">
            <Button type="button" variant="outline" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={form.pending}>
              {form.pending ? "Connecting" : "Connect"}
            </Button>
          </div>
        </Form>
      </DialogContent>
    </Dialog>
  );
}
