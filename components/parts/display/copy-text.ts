/** Texts for the clipboard. */

/**
 * Writes to the clipboard. If the page is not secure (plain http on a LAN), it copies from a hidden selected field
 * instead.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    // inside the open dialog, or the dialog's focus trap takes the selection away
    (document.querySelector("[role=dialog]") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}
