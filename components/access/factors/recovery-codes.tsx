/** New recovery codes, to copy or download. */
import { CopyButton } from "@/components/parts/display/copy-button";
import { saveFile } from "@/components/parts/display/save-file";
import { Button } from "@/components/ui/button";
import { DialogClose } from "@/components/ui/dialog";

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="space-y-4">
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-lg border bg-surface p-3 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={text} what="recovery codes" label="Copy" />
        <Button
          variant="outline"
          onClick={() => saveFile(new Blob([text], { type: "text/plain" }), "patchbay-recovery-codes.txt")}
        >
          Download
        </Button>
        <DialogClose asChild>
          <Button>Done</Button>
        </DialogClose>
      </div>
    </div>
  );
}
