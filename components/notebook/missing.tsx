/** The part that a server without sandboxes lacks, and the command that installs it. */
"use client";
import { CodeBlock } from "@/components/parts/display/code-block";
import { Alert } from "@/components/ui/alert";

const INSTALL = "npm run workbench:install";

/** Everything but running stays possible. */
export function Missing({ reason, next }: { reason: string; next: string }) {
  return (
    <div className="space-y-3">
      <Alert tone="warning" title="Cells cannot run here yet">
        {reason} {next}
      </Alert>
      {`${reason} ${next}`.includes("workbench:install") ? (
        <CodeBlock label="On the server’s machine" language="shell" code={INSTALL} className="max-w-xl" />
      ) : null}
    </div>
  );
}
