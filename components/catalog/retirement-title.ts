/** The title of the notice on a tool that its provider ends, or has ended. */

/** @param from the first day without the tool, as 2026-12-10; `today` in the same form */
export const retirementTitle = (from: string, today = new Date().toISOString().slice(0, 10)): string =>
  from > today ? `This tool will be removed on ${from}` : `This tool was removed on ${from}`;
