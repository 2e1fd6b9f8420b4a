/** Events from outside, and their delivery to subscribers. */
import type { Metadata } from "next";
import { EventLog } from "@/components/events/event-log";

export const metadata: Metadata = { title: "Event logs" };

export default function TriggerLogsPage() {
  return <EventLog />;
}
