/** Downloads what the filters of a list choose as a file. While it loads, the button cancels it. */
"use client";
import { Download, X } from "lucide-react";
import { useRef, useState } from "react";
import { useSession } from "@/components/access/use-session";
import { saveFile } from "@/components/parts/display/save-file";
import { toFileName } from "@/components/parts/display/to-file-name";
import { showToast } from "@/components/parts/shell/toast-store";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { ClientError } from "@/lib/contract/client";

/** A browser holds the whole file in memory before it saves it; the API can return more. */
export const MAX_SAVED_ROWS = 10_000;

export type Format = "csv" | "jsonl";

type ExportButtonProps = {
  /** The beginning of the file's name: "tool-logs". */
  name: string;
  load: (format: Format, signal: AbortSignal) => Promise<Blob>;
};

function useExport({ name, load }: ExportButtonProps) {
  const [busy, setBusy] = useState(false);
  const control = useRef<AbortController>(null);
  const session = useSession().data;
  const project = session?.projects.find(({ id }) => id === session.project_id)?.name ?? "";
  const start = async (format: Format) => {
    const { signal } = (control.current = new AbortController());
    setBusy(true);
    try {
      saveFile(await load(format, signal), toFileName(name, project, new Date(), format));
    } catch (error) {
      const reason = error instanceof ClientError ? ` ${error.message}` : "";
      if (signal.aborted) showToast("The export was canceled.");
      else showToast(`The export failed.${reason}`, { tone: "error" });
    } finally {
      setBusy(false);
    }
  };
  return { busy, start, cancel: () => control.current?.abort() };
}

export function ExportButton(props: ExportButtonProps) {
  const { busy, start, cancel } = useExport(props);
  if (busy)
    return (
      <Button variant="outline" size="icon" aria-label="Cancel the export" title="Cancel the export" onClick={cancel}>
        <X aria-hidden className="animate-pulse" />
      </Button>
    );
  const items = [
    { key: "csv", label: "CSV, without payloads", onSelect: () => void start("csv") },
    { key: "jsonl", label: "JSON Lines, with payloads", onSelect: () => void start("jsonl") },
  ];
  const label = `The first ${MAX_SAVED_ROWS.toLocaleString("en")} rows of these filters`;
  return (
    <Menu
      trigger={
        <Button variant="outline" size="icon" aria-label="Export" title="Export filtered logs">
          <Download aria-hidden />
        </Button>
      }
      sections={[{ key: "export", label, items }]}
    />
  );
}
