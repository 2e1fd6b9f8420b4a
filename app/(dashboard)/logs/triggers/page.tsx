/** Events from outside, and their delivery to subscribers. */
import type { Metadata } from "next";
import { EventLog } from "@/components/events/event-log";
import { PageHeader } from "@/components/parts/shell/page-header";

export const metadata: Metadata = { title: "Event logs" };

export default function TriggerLogsPage() {
  return (
    <>
      <PageHeader title="Event logs" description="All events and delivery attempts. Resend one or many." />
      <EventLog />
    </>
  );
}
