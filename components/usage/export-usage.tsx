/** Downloads usage of a range as CSV. */
"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { saveFile } from "@/components/parts/display/save-file";
import { showToast } from "@/components/parts/shell/toast-store";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { ClientError, download } from "@/lib/contract/client";
import { usageApi } from "@/generated/addresses/logs/usage";
import type { Range } from "./usage-data";

const FILES = [
  ["time", "Over time"],
  ["toolkit", "By toolkit"],
  ["tool", "By tool"],
  ["user", "By user"],
  ["key", "By API key"],
  ["session", "By session"],
  ["error", "Errors"],
] as const;

export function ExportUsage({ range }: { range: Range }) {
  const [busy, setBusy] = useState(false);
  const start = async (by: (typeof FILES)[number][0]) => {
    if (busy) return;
    setBusy(true);
    try {
      saveFile(await download(usageApi.exportUsage, { query: { range, by } }), `usage-${by}-${range}.csv`);
    } catch (error) {
      const reason = error instanceof ClientError ? ` ${error.message}` : "";
      showToast(`The export failed.${reason}`, { tone: "error" });
    } finally {
      setBusy(false);
    }
  };
  const items = FILES.map(([key, label]) => ({ key, label, onSelect: () => void start(key) }));
  return (
    <Menu
      trigger={
        <Button variant="outline" aria-busy={busy}>
          <Download aria-hidden /> Export
        </Button>
      }
      sections={[{ key: "export", label: "CSV of this range", items }]}
    />
  );
}
