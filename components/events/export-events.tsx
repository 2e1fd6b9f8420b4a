/** Downloads the events that match the filters as a file. */
"use client";
import { ExportButton, MAX_SAVED_ROWS } from "@/components/parts/lists/export-button";
import { eventsApi } from "@/generated/addresses/webhooks/log";
import { download } from "@/lib/contract/client";
import type { EventFilter } from "./event-filters";

export const ExportEvents = ({ filter }: { filter: EventFilter }) => (
  <ExportButton
    name="trigger-logs"
    load={(format, signal) =>
      download(eventsApi.exportEvents, { body: { ...filter, format, limit: MAX_SAVED_ROWS } }, signal)
    }
  />
);
