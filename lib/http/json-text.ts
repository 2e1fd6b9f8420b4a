/** Answers whose JSON is written already: large lists come out of a cache as text. */
import type { Page } from "@/lib/kernel/cursor";

/** What a handler of `defineRoute` gives instead of data; the text must be JSON that fits the operation's response. */
export class JsonText {
  constructor(private readonly write: () => string) {}

  get text(): string {
    return this.write();
  }
}

/** A page whose items are JSON texts. */
export class JsonPage extends JsonText {
  constructor(readonly page: Page<string>) {
    super(() => {
      const { items, ...rest } = page;
      return `{"items":[${items.join(",")}],${JSON.stringify(rest).slice(1)}`;
    });
  }
}
