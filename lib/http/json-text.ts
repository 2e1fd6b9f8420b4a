/** Answers whose JSON is written already: large lists come out of a cache as text. */
import type { Page } from "@/lib/kernel/cursor";

/** What a handler of `defineRoute` gives instead of data; the text must be JSON that fits the operation's response. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** A page whose items are JSON texts. */
export const toJsonPage = ({ items, ...rest }: Page<string>): JsonText =>
  new JsonText(`{"items":[${items.join(",")}],${JSON.stringify(rest).slice(1)}`);
