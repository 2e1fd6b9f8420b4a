/** Exports all wrong results of the project as a file, created in the browser. */
"use client";
import { Download } from "lucide-react";
import { useState } from "react";
import { saveFile } from "@/components/parts/display/save-file";
import { showToast } from "@/components/parts/shell/toast-store";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { call } from "@/lib/contract/client";
import { wrongResultsApi } from "@/generated/addresses/find/wrong-results";
import { sentenceOf } from "./mark-wrong";
import { toJson, toTsv, type WrongResult } from "./wrong-results-file";

const A_PAGE = 200;
/** More pages than a project stores: stops the loop if the list grows while it is read. */
const MOST_PAGES = 10;

async function readAll(): Promise<WrongResult[]> {
  const rows: WrongResult[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, next_cursor: next } = await call(wrongResultsApi.listWrongResults, {
      query: { limit: A_PAGE, ...(cursor !== undefined && { cursor }) },
    });
    rows.push(...items);
    if (next === null) break;
    cursor = next;
  }
  return rows;
}

const FORMATS = {
  tsv: { label: "TSV, for spreadsheets", type: "text/tab-separated-values", write: toTsv },
  json: { label: "JSON", type: "application/json", write: toJson },
} as const;

export function ExportWrongResults() {
  const [busy, setBusy] = useState(false);
  const start = async (format: keyof typeof FORMATS) => {
    if (busy) return;
    setBusy(true);
    try {
      const { type, write } = FORMATS[format];
      saveFile(new Blob([write(await readAll())], { type: `${type};charset=utf-8` }), `wrong-results.${format}`);
    } catch (error) {
      showToast(`The export failed. ${sentenceOf(error)}`, { tone: "error" });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      trigger={
        <Button variant="outline" aria-busy={busy}>
          <Download aria-hidden className={busy ? "animate-pulse" : ""} /> Export
        </Button>
      }
      sections={[
        {
          key: "export",
          items: (["tsv", "json"] as const).map((key) => ({
            key,
            label: FORMATS[key].label,
            onSelect: () => void start(key),
          })),
        },
      ]}
    />
  );
}
