/** A file argument: choosing a file uploads it, and the value is the tool's reference to the file. */
"use client";
import { isObject } from "@/lib/kernel/text/is-object";
import { FileText } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { ClientError } from "@/lib/contract/client";
import { useFormContext, type ControlProps } from "./form-context";

const sentenceOf = (error: unknown): string => {
  if (!(error instanceof ClientError)) return "Couldn’t read the file.";
  return `${error.message} ${error.detail.suggestedFix ?? ""}`.trim();
};

export function FileControl({ label, value, wiring, onChange }: ControlProps) {
  const { uploadFile } = useFormContext();
  const [uploading, setUploading] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (!uploadFile) return <p className="text-sm text-muted">Files can’t be attached here.</p>;

  const take = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setProblem(null);
    setUploading(file.name);
    try {
      onChange(await uploadFile(file));
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setUploading(null);
    }
  };
  if (isObject(value) && typeof value.s3key === "string") {
    const name = typeof value.name === "string" ? value.name : "a file";
    return (
      <div className="flex min-w-0 items-center gap-2 rounded-lg border px-2.5 py-1 text-sm">
        <FileText aria-hidden className="size-4 shrink-0 text-muted" />
        <span id={wiring.id} className="min-w-0 truncate" title={name}>
          {name}
        </span>
        <Button
          variant="ghost"
          className="ml-auto h-6"
          aria-label={`Remove the file of ${label}`}
          onClick={() => onChange(undefined)}
        >
          Remove
        </Button>
      </div>
    );
  }
  return (
    <>
      <Input
        {...wiring}
        type="file"
        disabled={uploading !== null}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
        }}
        className="py-1 file:mr-2 file:font-medium"
      />
      <p role="status" className="text-xs text-muted">
        {uploading ? `Uploading ${uploading}.` : null}
      </p>
      {problem ? (
        <p role="alert" className="text-xs break-words text-danger">
          {problem}
        </p>
      ) : null}
    </>
  );
}
