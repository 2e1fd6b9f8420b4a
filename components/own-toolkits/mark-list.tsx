/** Words of a tool that speak to the model instead of describing the tool, with the reason why they are shown. */
import { Alert } from "@/components/ui/alert";

type Mark = { kind: string; text: string };

const MARK_WORDS: Readonly<Record<string, string>> = {
  overrides: "Tells the model to ignore something",
  secrecy: "Asks the model to hide something",
  markup: "Looks like a system message",
  order: "Gives the model an order",
  "other tools": "Mentions other tools",
  prompt: "Mentions the model’s instructions or conversation",
  secrets: "Mentions secrets or secret files",
  unseen: "Contains invisible characters",
  encoded: "Written in another script",
};

export function MarkList({ marks }: { marks: readonly Mark[] }) {
  if (marks.length === 0) return null;
  return (
    <Alert tone="warning" title="Directed at the model">
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
