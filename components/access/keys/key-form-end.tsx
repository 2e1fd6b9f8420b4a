/** The end of each form that creates a key: how long it works, what failed, and the buttons. */
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import type { FormControl } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { DialogClose } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";

type KeyForm = {
  error: (name: "expires_in_days") => string | undefined;
  control: (name: "expires_in_days") => FormControl;
  failure: unknown;
  pending: boolean;
};

export const KeyFormEnd = ({ form }: { form: KeyForm }) => (
  <>
    <Field label="Expires" error={form.error("expires_in_days")}>
      {(wiring) => (
        <Select {...wiring} {...form.control("expires_in_days")}>
          <option value="">Never</option>
          {[7, 30, 90, 365].map((days) => (
            <option key={days} value={days}>
              In {days} days
            </option>
          ))}
        </Select>
      )}
    </Field>
    {form.failure ? <ErrorState title="Couldn’t create the key" error={form.failure} /> : null}
    <div className="flex justify-end gap-2">
      <DialogClose asChild>
        <Button variant="outline">Cancel</Button>
      </DialogClose>
      <Button type="submit" disabled={form.pending}>
        {form.pending ? "Creating key" : "Create key"}
      </Button>
    </div>
  </>
);
