/** Words of a tool that speak to the model instead of describing the tool, with the reason why they are shown. */
import { Alert } from "@/components/ui/alert";

type Mark = { kind: string; text: string };

const MARK_WORDS: Readonly<Record<string, string>> = {
  overrides: "Tells the model to ignore something",
  secrecy: "Asks the model to hide something",
  markup: "Looks like a message of the system",
  order: "Gives the model an order",
  "other tools": "Speaks about other tools",
  prompt: "Speaks about the model’s instructions or conversation",
  secrets: "Names secrets or files with secrets",
  unseen: "Has characters that cannot be seen",
  encoded: "Says in another writing",
};

export function MarkList({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null;
  return (
    <Alert tone="warning" title="Its words speak to the model">
      <ul className="space-y-1">
        {marks.map(({ kind, text }, index) => (
          <li key={index} className="wrap-anywhere">
            {MARK_WORDS[kind] ?? kind}: <q className="font-mono text-xs">{text}</q>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
