/** Answers whose JSON is written already: large lists come out of a cache as text. */
import type { Page } from "@/lib/kernel/database/cursor";
import type { Text } from "./write-text";

/** What a handler of `defineRoute` gives instead of data; the text must be JSON that fits the operation's response. */
export class JsonText {
  constructor(private readonly write: () => Text) {}

  /** As it is sent: in pieces where it is put together of many, so that no copy of them all is made. */
  get pieces(): Text {
    return this.write();
  }

  get text(): string {
    const text = this.write();
    return typeof text === "string" ? text : text.join("");
  }
}

/** A page whose items are JSON texts. */
export class JsonPage extends JsonText {
  constructor(readonly page: Page<string>) {
    super(() => {
      const { items, ...rest } = page;
      const listed = items.flatMap((item, at) => (at === 0 ? [item] : [",", item]));
      return ['{"items":[', ...listed, `],${JSON.stringify(rest).slice(1)}`];
    });
  }
}
