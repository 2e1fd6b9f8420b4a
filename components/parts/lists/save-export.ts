/** Saves an export and reports how it ended. Loaded when somebody exports. */
import { saveFile } from "@/components/parts/display/save-file";
import { toFileName } from "@/components/parts/display/to-file-name";
import { showToast } from "@/components/parts/shell/toast-store";
import { ClientError } from "@/lib/contract/client";

type Export = {
  /** The beginning of the file's name, its project and its ending. */
  name: string;
  project: string;
  ending: string;
  load: (signal: AbortSignal) => Promise<Blob>;
};

export async function saveExport({ name, project, ending, load }: Export, signal: AbortSignal): Promise<void> {
  try {
    saveFile(await load(signal), toFileName(name, project, new Date(), ending));
  } catch (error) {
    const reason = error instanceof ClientError ? ` ${error.message}` : "";
    if (signal.aborted) showToast("The export was canceled.");
    else showToast(`The export failed.${reason}`, { tone: "error" });
  }
}
