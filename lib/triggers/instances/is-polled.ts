/** Whether a trigger is polled, also if its provider reports to it. */
import { findTriggerType } from "@/lib/catalog/read/find-trigger-type";
import type { Trigger } from "./require-trigger";

/** Of a type that no longer exists: a trigger without an endpoint was polled. */
export async function isPolled({ slug, version, endpointId }: Trigger): Promise<boolean> {
  const type = await findTriggerType(slug, version);
  return type ? type.kind === "poll" : endpointId === null;
}
