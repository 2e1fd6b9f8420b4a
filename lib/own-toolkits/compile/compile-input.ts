/** The input of the compiler. */
import type { ToolkitSettings } from "../settings.contract";

export type CompileInput = {
  /** `custom_<name>`; made from the name if left out. */
  slug: string | undefined;
  text: string;
  /** Where the text is from. */
  url?: string | undefined;
  settings: ToolkitSettings;
  /** OpenID configurations by their addresses, fetched before. */
  discovered: [address: string, value: unknown][];
};
