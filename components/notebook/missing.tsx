/** The part that a server without sandboxes lacks, and the command that installs it. */
"use client";
import { CodeBlock } from "@/components/parts/display/code-block";
import { Alert } from "@/components/ui/alert";

/** The command in the server's words: that of a checkout, or that of a release. */
const INSTALL = /npm run workbench:install|patchbay workbench install/;

/** Everything but running stays possible. */
export function Missing({ reason, next }: { reason: string; next: string }) {
  const [command] = INSTALL.exec(`${reason} ${next}`) ?? [];
  return (
    <div className="space-y-3">
      <Alert tone="warning" title="Cells can’t run here yet">
        {reason} {next}
      </Alert>
      {command === undefined ? null : (
        <CodeBlock label="On the server’s machine" language="shell" code={command} className="max-w-xl" />
      )}
    </div>
  );
}
