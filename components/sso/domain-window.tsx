/** The window that adds an email domain, which leads to a provider once it is proven. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { ssoApi } from "@/generated/addresses/access/sso";
import { mutation } from "@/lib/contract/client";
import type { Provider } from "./provider";

export function DomainWindow({ provider, onClose }: { provider: Provider | null; onClose: () => void }) {
  const add = mutation(ssoApi.addSsoDomain, useQueryClient(), { refresh: [ssoApi.getSso] });
  const form = useForm({
    schema: () => import("./form-schemas").then(({ NewSsoDomain }) => NewSsoDomain),
    initial: { domain: "" },
    empty: { domain: "Enter a domain." },
    words: { domain: "Enter a domain, such as example.com." },
    submit: async ({ domain }) => {
      await add.mutationFn({ body: { domain, provider_id: provider?.id ?? null } });
      void add.onSuccess();
      onClose();
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Add domain" description="You prove that it’s yours with a DNS record.">
        <Form onSubmit={form.onSubmit}>
          <Field label="Domain" help="The part after the @ in your members’ emails." error={form.error("domain")}>
            {(wiring) => (
              <Input
                autoComplete="off"
                spellCheck={false}
                autoFocus
                placeholder="example.com"
                {...wiring}
                {...form.control("domain")}
              />
            )}
          </Field>
          {form.failure ? <ErrorState title="Couldn’t add the domain" error={form.failure} /> : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={form.pending}>
              {form.pending ? "Adding" : "Add domain"}
            </Button>
          </div>
        </Form>
      </DialogContent>
    </Dialog>
  );
}
