/**
 * The content of an event, as it is stored: sealed, because it contains messages and names of the users of our users.
 */
import { open, seal } from "@/lib/kernel/process/vault";

export type EventContent = {
  data: Readonly<Record<string, unknown>>;
  /** What the provider sent, where it differs. */
  original?: unknown;
  triggerConfig?: Readonly<Record<string, unknown>>;
};

const sealContext = (projectId: string, id: string) => ({ projectId, rowId: id, column: "webhook_event.content" });

/** Seals an event's content, which is JSON already. */
export const sealContent = (projectId: string, id: string, json: string): string =>
  seal(json, sealContext(projectId, id));

/** Opens what `sealContent` made. */
export const openContent = (projectId: string, id: string, sealed: string): EventContent =>
  JSON.parse(open(sealed, sealContext(projectId, id))) as EventContent;
