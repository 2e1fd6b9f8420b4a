/** Downloads the executions that match the filters as a file. */
"use client";
import { ExportButton, MAX_SAVED_ROWS } from "@/components/parts/lists/export-button";
import { download } from "@/lib/contract/client";
import { logsApi } from "@/generated/addresses/logs";
import type { toLogQuery } from "./log-filters";

export const ExportLogs = ({ body: { limit: _page, ...choice } }: { body: ReturnType<typeof toLogQuery> }) => (
  <ExportButton
    name="tool-logs"
    load={(format, signal) =>
      download(logsApi.exportToolLogs, { body: { ...choice, format, limit: MAX_SAVED_ROWS } }, signal)
    }
  />
);
