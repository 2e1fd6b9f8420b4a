/** The changes of a request to a trigger, as facts of its audit event. Pure. */
import type { TriggerChange } from "./switch-trigger";

/** The path and the query of an address can be secrets. */
const toOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "an address");

export const toAuditFacts = ({ polling, egressUrl }: Omit<TriggerChange, "userId">): Record<string, string> => ({
  ...(egressUrl !== undefined && { egress_url: egressUrl === null ? "none" : toOrigin(egressUrl) }),
  ...(polling !== undefined && { polling: polling === null ? "default" : JSON.stringify(polling) }),
});
