/** Answers whose JSON text exists already: large lists are cached as text. */
import type { Page } from "@/lib/kernel/database/cursor";
import type { Text } from "./write-text";

/** What a handler of `defineRoute` may return instead of data: JSON text that matches the operation's response. */
export class JsonText {
  constructor(private readonly write: () => Text) {}

  /** The text to send; in pieces if it is made of many, so that they need not be copied into one. */
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
