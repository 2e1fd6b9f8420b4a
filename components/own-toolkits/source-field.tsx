/** One field for the source of a toolkit: an address, the text of a document, or a file that is dropped or chosen. */
"use client";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { uploadFile } from "@/components/files/upload-file";
import { CodeEditor } from "@/components/parts/forms/code-editor";
import { useDropZone } from "@/components/parts/forms/use-drop-zone";
import { ErrorState } from "@/components/parts/display/error-state";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { MAX_TYPED_BYTES } from "./draft";
import { isIntegration, useIntegrationSchema } from "./use-integration-schema";

export type SourceText = { text: string; file?: { key: string; name: string } };

type SourceFieldProps = { value: SourceText; onChange: (value: SourceText) => void };

/** A small file becomes the text of the field; a larger one is uploaded, and the field has its key. */
async function readFile(file: File): Promise<SourceText> {
  if (file.size <= MAX_TYPED_BYTES) return { text: await file.text() };
  const { s3key } = await uploadFile(file, { toolkit: "own", tool: "OWN_TOOLKIT_DOCUMENT" });
  return { text: "", file: { key: s3key, name: file.name } };
}

export function SourceField({ value, onChange }: SourceFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  // Chosen once: another language would make another editor, without the focus of whoever types.
  const [language] = useState<"json" | "yaml">(() => (/^\s*[{[]/.test(value.text) ? "json" : "yaml"));
  const schema = useIntegrationSchema(value.text, false, language === "yaml" && isIntegration(value.text));
  const [failure, setFailure] = useState<unknown>(null);
  const take = (file: File | undefined) => {
    if (!file) return;
    setFailure(null);
    readFile(file).then(onChange, setFailure);
  };
  const { isOver, zone } = useDropZone(([file]) => take(file));
  return (
    <div {...zone} className={cn("space-y-2 rounded-lg", isOver && "outline-2 outline-offset-4 outline-signal")}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm font-medium">URL or document</p>
        <Button type="button" variant="outline" onClick={() => input.current?.click()}>
          <FileUp aria-hidden /> Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          accept=".json,.yaml,.yml,.txt"
          aria-label="File of the document"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
      </div>
      {value.file ? (
        <p className="flex h-24 items-center justify-center gap-3 rounded-lg border border-dashed text-sm">
          {value.file.name}
          <Button type="button" variant="ghost" onClick={() => onChange({ text: "" })}>
            Remove
          </Button>
        </p>
      ) : (
        <CodeEditor
          label="URL or document"
          language={language}
          value={value.text}
          onChange={(text) => onChange({ text })}
          {...(schema && { schema })}
        />
      )}
      <p className="text-xs text-muted">
        Paste the URL of a document, an MCP server or a GraphQL endpoint; or paste or drop a document: OpenAPI, Swagger,
        Postman, Google Discovery, a GraphQL schema, or integration.yaml, as JSON or YAML.
      </p>
      {failure ? <ErrorState title="Couldn’t read the file" error={failure} /> : null}
    </div>
  );
}
