/** The method of an operation; one that deletes is red. */
import { Badge, type BadgeTone } from "@/components/ui/badge";

const TONES: Readonly<Record<string, BadgeTone>> = {
  GET: "grey",
  POST: "blue",
  PUT: "blue",
  PATCH: "blue",
  DELETE: "red",
};

export const MethodBadge = ({ method }: { method: string }) => (
  <Badge tone={TONES[method] ?? "grey"} className="font-mono">
    {method}
  </Badge>
);
