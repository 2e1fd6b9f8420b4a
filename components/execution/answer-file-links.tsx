/** The files of an answer, each to download. */
"use client";
import { toSize } from "@/components/parts/display/size";
import { Download } from "lucide-react";
import type { AnswerFile } from "./answer-files";

export function AnswerFileLinks({ files }: { files: readonly AnswerFile[] }) {
  if (files.length === 0) return null;
  return (
    <ul aria-label="Response files" className="space-y-1">
      {files.map(({ url, name, size }) => (
        <li key={url}>
          <a
            href={url}
            download={name}
            rel="noreferrer"
            className="flex min-w-0 items-center gap-2 rounded-lg border px-3 py-1.5 text-sm hover:bg-hover"
          >
            <Download aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="min-w-0 truncate">Download {name}</span>
            {size === undefined ? null : (
              <span className="ml-auto shrink-0 font-mono text-xs text-muted">{toSize(size)}</span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
