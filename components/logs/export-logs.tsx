/** Downloads the executions that match the filters as a file. */
"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/components/access/use-session";
import { saveFile } from "@/components/parts/display/save-file";
import { toFileName } from "@/components/parts/display/to-file-name";
import { showToast } from "@/components/parts/shell/toast-store";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { ClientError, download } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";
import type { toLogQuery } from "./log-filters";

/** A browser holds the whole file in memory before it saves it; the API can return more. */
const MOST = 10_000;

type Format = "csv" | "jsonl";

export function ExportLogs({ body: { limit: _page, ...choice } }: { body: ReturnType<typeof toLogQuery> }) {
  const [busy, setBusy] = useState(false);
  const session = useSession().data;
  const project = session?.projects.find(({ id }) => id === session.project_id)?.name ?? "";
  const start = async (format: Format) => {
    if (busy) return;
    setBusy(true);
    try {
      saveFile(
        await download(logsApi.exportToolLogs, { body: { ...choice, format, limit: MOST } }),
        toFileName("tool-logs", project, new Date(), format),
      );
    } catch (error) {
      showToast(error instanceof ClientError ? `The export failed. ${error.message}` : "The export failed.", {
        tone: "error",
      });
    } finally {
      setBusy(false);
    }
  };
  const items = [
    { key: "csv", label: "CSV, without payloads", onSelect: () => void start("csv") },
    { key: "jsonl", label: "JSON Lines, with payloads", onSelect: () => void start("jsonl") },
  ];
  return (
    <Menu
      trigger={
        <Button variant="outline" size="icon" aria-label="Export" title="Export filtered logs" aria-busy={busy}>
          <Download aria-hidden className={busy ? "animate-pulse" : ""} />
        </Button>
      }
      sections={[{ key: "export", label: `The newest ${MOST.toLocaleString("en")} rows of these filters`, items }]}
    />
  );
}
