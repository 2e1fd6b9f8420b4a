/** Events from outside, and their delivery to subscribers. */
import type { Metadata } from "next";
import { EventLog } from "@/components/events/event-log";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Trigger logs" };

export default function TriggerLogsPage() {
  return (
    <>
      <PageHeader
        title="Trigger logs"
        description="Every event, with each attempt to deliver it. Send one again, or all that fit a filter."
      />
      <EventLog />
    </>
  );
}
