/** How events of a type arrive: by a webhook of the provider, or by polling. */
import { Timer, Webhook } from "lucide-react";
import { Badge } from "@/components/ui/badge";

export const KindBadge = ({ kind }: { kind: "webhook" | "poll" }) =>
  kind === "poll" ? (
    <Badge title="The provider is asked again and again">
      <Timer aria-hidden /> Poll
    </Badge>
  ) : (
    <Badge title="The provider reports it">
      <Webhook aria-hidden /> Webhook
    </Badge>
  );
