/** The control that opens a row of a list: its first link or button. */
export function findRowLink(id: string): HTMLElement | null {
  const row = document.querySelector(`[data-row="${CSS.escape(id)}"]`);
  return row?.querySelector<HTMLElement>("a, button") ?? null;
}
