/** The files of a session's workbench: downloads and uploads through signed URLs. */
import { showToast } from "@/components/parts/shell/toast-store";
import { call, putContent } from "@/lib/contract/client";
import { mountsApi } from "@/generated/addresses/sessions/files";

const MOUNT = "/mnt/files/";
const OURS = "/api/v3/internal/patchbay/files/";
export const placeOf = (session: string) => ({ session_id: session, mount_id: "files" });

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : "The request failed.");

/**
 * A URL of this server is requested on the page's own origin, because people can open the server under another host
 * name.
 */
function toOwnOrigin(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname.startsWith(OURS) ? pathname + search : url;
}

/** Offers a file of the session for download; a failure is said in passing. */
export async function downloadFile(session: string | null, path: string): Promise<void> {
  if (!session) return;
  const relative = path.startsWith(MOUNT) ? path.slice(MOUNT.length) : path;
  try {
    const { download_url: url } = await call(mountsApi.createMountDownload, {
      params: placeOf(session),
      body: { mount_relative_path: relative },
    });
    const link = document.createElement("a");
    link.href = toOwnOrigin(url);
    link.download = relative.split("/").at(-1) ?? "file";
    link.click();
  } catch (error) {
    showToast(`${relative.slice(0, 80)} couldn’t be downloaded. ${toMessage(error)}`, { tone: "error" });
  }
}

/** Uploads files to the session; returns the number of files that arrived. A toast names the files that failed. */
export async function uploadFiles(session: string, files: readonly File[]): Promise<number> {
  let arrived = 0;
  for (const file of files) {
    const type = file.type || "application/octet-stream";
    try {
      const { upload_url: url } = await call(mountsApi.createMountUpload, {
        params: placeOf(session),
        body: { mount_relative_path: file.name, mimetype: type },
      });
      await putContent(url, file, type);
      arrived++;
    } catch (error) {
      showToast(`${file.name.slice(0, 80)} couldn’t be uploaded. ${toMessage(error)}`, { tone: "error" });
    }
  }
  return arrived;
}
