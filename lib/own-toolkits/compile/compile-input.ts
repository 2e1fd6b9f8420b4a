/** The input of the compiler. */
import type { ToolkitSettings } from "../settings.contract";

export type CompileInput = {
  /** `custom_<name>`; made from the name if left out. */
  slug: string | undefined;
  /** A function reads it again where it is needed a second time: megabytes of text are not held meanwhile. */
  text: string | (() => string);
  /** Where the text is from. */
  url?: string | undefined;
  settings: ToolkitSettings;
  /** OpenID configurations by their addresses, fetched before. */
  discovered: [address: string, value: unknown][];
};
