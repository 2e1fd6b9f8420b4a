/** The origins of pages, as people type them: one per line. Pure. */
import { isFrameOrigin } from "@/lib/contract/frame-origin";

/** The lists of origins of a project. */
export type OriginsField = "connect_frame_origins" | "browser_origins";

const MAX_SHOWN = 80;

export const toOrigins = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** The origin that was meant by the address of a page, if that can be listed. */
function findMeantOrigin(line: string): string | undefined {
  const address = line.includes("://") ? line : `https://${line}`;
  if (!URL.canParse(address)) return undefined;
  const { origin } = new URL(address);
  return isFrameOrigin(origin) ? origin : undefined;
}

/** An error about a line that is no origin, with the origin that it could mean. `reason` is the contract's. */
export function toOriginError(line: string, reason: string): string {
  const origin = findMeantOrigin(line);
  return `“${line.slice(0, MAX_SHOWN)}” ${reason}.${origin ? ` Use ${origin}` : " An example is https://app.example.com"}.`;
}
