/** The logo of a project: an image that is uploaded at once, or the URL of an image. */
"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ImageUp } from "lucide-react";
import { type ChangeEvent, useRef } from "react";
import { Field } from "@/components/parts/forms/field";
import { useToast } from "@/components/parts/shell/toast";
import type { FormControl } from "@/components/parts/forms/use-form";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { accessApi } from "@/generated/addresses/access";
import { ClientError, mutation } from "@/lib/contract/client";
import { PROJECT_READERS } from "./project-readers";

const TYPES = "image/png,image/jpeg,image/webp";
const MAX_BYTES = 512 * 1024;

/** The bytes of a file in base64, as the operation takes them. */
const readFile = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(new Error("Couldn’t read the file."));
    reader.readAsDataURL(file);
  });

const TOO_LARGE = "The image is larger than 512 KB. Choose a smaller one.";

/** The error as a sentence for the field. */
function toSentence(error: Error): string {
  const line =
    error instanceof ClientError
      ? error.detail.errors?.find((errorLine) => errorLine.startsWith("content:"))
      : undefined;
  return line ? `The image ${line.slice("content:".length).trim()}.` : error.message;
}

type LogoFieldProps = {
  control: FormControl;
  error: string | undefined;
  disabled: boolean;
  onUploaded: (url: string) => void;
};

export function LogoField({ control, error, disabled, onUploaded }: LogoFieldProps) {
  const toast = useToast();
  const chooser = useRef<HTMLInputElement>(null);
  const save = mutation(accessApi.uploadProjectLogo, useQueryClient(), { refresh: PROJECT_READERS });
  const upload = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > MAX_BYTES) throw new Error(TOO_LARGE);
      return save.mutationFn({ body: { content: await readFile(file) } });
    },
    onSuccess: async ({ logo_url: url = "" }) => {
      toast("Logo saved");
      onUploaded(url);
      await save.onSuccess();
    },
  });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    // The same file may be chosen again after it was changed.
    event.currentTarget.value = "";
    if (file) upload.mutate(file);
  };
  return (
    <Field
      label="Logo"
      optional
      help={
        "Upload a square PNG, JPEG or WebP image of at most 512 KB, " +
        "or paste a public image URL. " +
        "Uploads save immediately."
      }
      error={upload.error ? toSentence(upload.error) : error}
    >
      {(wiring) => (
        <div className="flex flex-col gap-2 sm:flex-row">
          <Input
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://example.com/logo.png"
            {...wiring}
            {...control}
          />
          <input ref={chooser} type="file" accept={TYPES} aria-label="Image file" hidden onChange={choose} />
          <Button
            variant="outline"
            className="shrink-0"
            disabled={disabled || upload.isPending}
            onClick={() => chooser.current?.click()}
          >
            <ImageUp aria-hidden /> {upload.isPending ? "Uploading" : "Upload an image"}
          </Button>
        </div>
      )}
    </Field>
  );
}
