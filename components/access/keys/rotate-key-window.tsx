/** Rotates a key and shows its successor once. Nothing of it is stored when the window closes. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/parts/display/error-state";
import { RelativeTime } from "@/components/parts/display/relative-time";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { OnceText, OnceWindow } from "@/components/parts/forms/once-window";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { DialogClose } from "@/components/ui/dialog";
import { Select } from "@/components/ui/select";
import { accessApi } from "@/generated/addresses/access";
import { mutation, type ResultOf } from "@/lib/contract/client";
import type { ApiKey } from "./key-columns";

type Rotation = ResultOf<typeof accessApi.rotateApiKey>;
type WindowProps = { apiKey: ApiKey; onClose: () => void };

/** Its state is born when the window opens and forgotten when it closes; so is the key. */
export function RotateKeyWindow({ apiKey, onClose }: WindowProps) {
  const [rotation, setRotation] = useState<Rotation | null>(null);
  return (
    <OnceWindow
      title={rotation ? "Key rotated" : `Rotate “${apiKey.name}”`}
      description={rotation ? undefined : "Creates a new key with the same access and limits."}
      shows={rotation ? "key" : null}
      onClose={onClose}
    >
      {rotation ? <ShownOnce rotation={rotation} /> : <RotateForm apiKey={apiKey} onRotate={setRotation} />}
    </OnceWindow>
  );
}

const OVERLAPS = [
  [0, "Immediately"],
  [1, "In 1 hour"],
  [24, "In 24 hours"],
  [72, "In 3 days"],
  [168, "In 7 days"],
] as const;

function RotateForm({ apiKey, onRotate }: { apiKey: ApiKey; onRotate: (rotation: Rotation) => void }) {
  const rotate = useMutation(mutation(accessApi.rotateApiKey, useQueryClient(), { refresh: [accessApi.listApiKeys] }));
  const [hours, setHours] = useState(24);
  return (
    <Form
      onSubmit={async (event) => {
        event.preventDefault();
        if (rotate.isPending) return;
        rotate.mutate({ params: { id: apiKey.id }, body: { overlap_hours: hours } }, { onSuccess: onRotate });
      }}
    >
      <Field label="Current key expires" help="Until then, both keys work.">
        {(wiring) => (
          <Select {...wiring} value={String(hours)} onChange={(event) => setHours(Number(event.currentTarget.value))}>
            {OVERLAPS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {rotate.error ? <ErrorState title="Couldn’t rotate the key" error={rotate.error} /> : null}
      <div className="flex justify-end gap-2">
        <DialogClose asChild>
          <Button variant="outline">Cancel</Button>
        </DialogClose>
        <Button type="submit" disabled={rotate.isPending}>
          {rotate.isPending ? "Rotating key" : "Rotate key"}
        </Button>
      </div>
    </Form>
  );
}

const ShownOnce = ({ rotation }: { rotation: Rotation }) => (
  <div className="space-y-4">
    <Alert tone="warning" title="Copy the new key now">
      You won’t be able to see it again; only a hash is stored.
    </Alert>
    <OnceText text={rotation.key} what="key" label={`Key ${rotation.name}`} />
    <p className="text-sm text-muted">
      The replaced key expires <RelativeTime at={rotation.replaced_expires_at} />.
    </p>
  </div>
);
