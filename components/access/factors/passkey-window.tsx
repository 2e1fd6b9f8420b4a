/** The window that names a new passkey and makes it in this browser. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { useForm } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogClose, DialogContent } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { accessApi } from "@/generated/addresses/access";
import { makePasskey } from "./use-passkey";

type PasskeyWindowProps = {
  onClose: () => void;
  /** Called with recovery codes if the account had none. */
  onAdded: (codes: string[] | undefined) => void;
};

export function PasskeyWindow({ onClose, onAdded }: PasskeyWindowProps) {
  const client = useQueryClient();
  const form = useForm({
    schema: () => import("../form-schemas").then(({ NewPasskey }) => NewPasskey),
    initial: { name: "" },
    empty: { name: "Enter a name." },
    words: { name: "Use at most 100 characters." },
    submit: async ({ name }) => {
      const { recovery_codes: codes } = await makePasskey(name);
      onClose();
      onAdded(codes);
      for (const { id } of [accessApi.listPasskeys, accessApi.getSecondFactor])
        void client.invalidateQueries({ queryKey: [id] });
    },
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Add a passkey" description="Your browser will ask for your device’s PIN or fingerprint.">
        <Form onSubmit={form.onSubmit}>
          <Field label="Name" help="For example, the name of this device." error={form.error("name")}>
            {(wiring) => <Input autoComplete="off" autoFocus {...wiring} {...form.control("name")} />}
          </Field>
          {form.failure ? <ErrorState title="Couldn’t add the passkey" error={form.failure} /> : null}
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button variant="outline">Cancel</Button>
            </DialogClose>
            <Button type="submit" disabled={form.pending}>
              {form.pending ? "Adding" : "Add passkey"}
            </Button>
          </div>
        </Form>
      </DialogContent>
    </Dialog>
  );
}
