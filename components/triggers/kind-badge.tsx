/** How events of a type arrive: by a webhook of the provider, or by polling. */
import { Timer, Webhook } from "lucide-react";
import { Badge } from "@/components/ui/badge";

export const KindBadge = ({ kind }: { kind: "webhook" | "poll" }) =>
  kind === "poll" ? (
    <Badge title="Polls the provider">
      <Timer aria-hidden /> Poll
    </Badge>
  ) : (
    <Badge title="Sent by the provider">
      <Webhook aria-hidden /> Webhook
    </Badge>
  );
