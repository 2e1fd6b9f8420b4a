/** What an event says, as it is kept: sealed, because it holds messages and names of our users' users. */
import { open, seal } from "@/lib/kernel/process/vault";

export type EventContent = {
  data: Readonly<Record<string, unknown>>;
  /** What the provider sent, where it differs. */
  original?: unknown;
  triggerConfig?: Readonly<Record<string, unknown>>;
};

const place = (projectId: string, id: string) => ({ projectId, rowId: id, column: "webhook_event.content" });

/** Seals an event's content, which is JSON already. */
export const sealContent = (projectId: string, id: string, json: string): string => seal(json, place(projectId, id));

/** Opens what `sealContent` made. */
export const openContent = (projectId: string, id: string, sealed: string): EventContent =>
  JSON.parse(open(sealed, place(projectId, id))) as EventContent;
