/** A page of a list as bytes. */
import type { Page } from "@/lib/kernel/database/cursor";
import type { PreparedText } from "@/lib/kernel/text/prepared-text";

export type PreparedPage = {
  /** The JSON of the answer up to its last item; the whole answer if it is no page. */
  begin: PreparedText;
  rest?: Omit<Page<never>, "items">;
  /** Sentences for the warning of the answer. */
  warnings: readonly string[];
};
