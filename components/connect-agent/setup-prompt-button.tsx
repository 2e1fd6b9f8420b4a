/** Copies the set-up prompt, with a sentence on its use. With OAuth the coding agent needs no key. */
import { CopyButton } from "@/components/parts/display/copy-button";

export const SetupPromptButton = ({ prompt, auth = "key" }: { prompt: string; auth?: "key" | "oauth" }) => (
  <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
    <CopyButton text={prompt} what="set-up prompt" label="Copy set-up prompt" />
    <p className="min-w-0 flex-1 basis-56 text-sm text-muted">
      Paste it into a coding agent such as Claude Code, Cursor or Codex. It does the rest, and{" "}
      {auth === "oauth" ? "you sign in in your browser" : "asks for the key"}.
    </p>
  </div>
);
