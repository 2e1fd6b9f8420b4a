/** Why an agent ended, and the way out. */
import { Alert } from "@/components/ui/alert";
import type { AgentEnd } from "./use-agent";

export const EndOf = ({ end: { why, message, fix } }: { end: AgentEnd }) => (
  <Alert tone={why === "done" ? "info" : why === "stopped" ? "warning" : "error"} title={message}>
    {fix}
  </Alert>
);
