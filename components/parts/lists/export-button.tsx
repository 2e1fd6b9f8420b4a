/** Downloads what the filters of a list choose as a file. While it loads, the button cancels it. */
"use client";
import { Download, X } from "lucide-react";
import { useRef, useState } from "react";
import { useSession } from "@/components/access/use-session";
import { showToast } from "@/components/parts/shell/toast-store";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";

/** A browser holds the whole file in memory before it saves it; the API can return more. */
export const MAX_SAVED_ROWS = 10_000;

export type Format = "csv" | "jsonl";

type ExportButtonProps = {
  /** The beginning of the file's name: "tool-logs". */
  name: string;
  /** The label of each format. */
  formats?: Readonly<Record<Format, string>>;
  title?: string;
  load: (format: Format, signal: AbortSignal) => Promise<Blob>;
  /** A file of JSON Lines that the filters do not affect. */
  whole?: WholeFile;
};

type WholeFile = { name: string; label: string; load: (signal: AbortSignal) => Promise<Blob> };

const WITH_PAYLOADS = { csv: "CSV, without payloads", jsonl: "JSON Lines, with payloads" };

function useExport() {
  const [busy, setBusy] = useState(false);
  const control = useRef<AbortController>(null);
  const session = useSession().data;
  const project = session?.projects.find(({ id }) => id === session.project_id)?.name ?? "";
  const start = async (name: string, format: Format, load: (signal: AbortSignal) => Promise<Blob>) => {
    const { signal } = (control.current = new AbortController());
    setBusy(true);
    try {
      const { saveExport } = await import("./save-export");
      await saveExport({ name, project, ending: format, load }, signal);
    } catch {
      showToast("The export failed. Check your connection.", { tone: "error" });
    } finally {
      setBusy(false);
    }
  };
  return { busy, start, cancel: () => control.current?.abort() };
}

export function ExportButton(props: ExportButtonProps) {
  const { name, load, formats = WITH_PAYLOADS, title = "Export filtered logs", whole } = props;
  const { busy, start, cancel } = useExport();
  if (busy)
    return (
      <Button variant="outline" size="icon" aria-label="Cancel the export" title="Cancel the export" onClick={cancel}>
        <X aria-hidden className="animate-pulse" />
      </Button>
    );
  const items = (["csv", "jsonl"] as const).map((format) => ({
    key: format,
    label: formats[format],
    onSelect: () => void start(name, format, (signal) => load(format, signal)),
  }));
  const label = `The first ${MAX_SAVED_ROWS.toLocaleString("en")} rows of these filters`;
  return (
    <Menu
      trigger={
        <Button variant="outline" size="icon" aria-label="Export" title={title}>
          <Download aria-hidden />
        </Button>
      }
      sections={[{ key: "export", label, items }, ...(whole ? [toSection(whole, start)] : [])]}
    />
  );
}

const toSection = ({ name, label, load }: WholeFile, start: ReturnType<typeof useExport>["start"]) => ({
  key: "whole",
  label: "Everything, without filters",
  items: [{ key: name, label, onSelect: () => void start(name, "jsonl", load) }],
});
