/** The colored text of a piece of code; long lines scroll inside. */
import { cn } from "@/components/ui/cn";
import { FadedBox } from "@/components/ui/faded-box";
import { toTokens, type Language, type Token } from "./code-tokens";

const COLORS: Record<Token["kind"], string | undefined> = {
  plain: undefined,
  comment: "text-muted",
  string: "text-green",
  number: "text-blue",
  keyword: "text-violet",
};

/** Nobody can scroll paper. */
const BOX = cn(
  "max-h-96 overflow-y-auto p-3 font-mono text-xs leading-5 -outline-offset-2",
  "print:max-h-none print:wrap-anywhere print:whitespace-pre-wrap",
);

/** `label` is the name of the region. */
export const CodeText = ({ code, language, label }: { code: string; language: Language; label: string }) => (
  <FadedBox as="pre" aria-label={label} className={BOX}>
    <code>
      {toTokens(code, language).map(({ kind, text }, index) =>
        kind === "plain" ? (
          text
        ) : (
          <span key={index} className={COLORS[kind]}>
            {text}
          </span>
        ),
      )}
    </code>
  </FadedBox>
);
