/** Answers whose JSON text exists already: large lists are cached as text. */
import type { Page } from "@/lib/kernel/database/cursor";
import { textOf, type Piece, type Text } from "./write-text";

/**
 * An alternative to data as the result of a handler of `defineRoute`: JSON text that matches the operation's response.
 */
export class JsonText {
  constructor(private readonly write: () => Text) {}

  /** The text to send; in pieces if it is made of many, so that they need not be copied into one. */
  get pieces(): Text {
    return this.write();
  }

  get text(): string {
    return textOf(this.write());
  }
}

const [BEGIN, COMMA] = [Buffer.from('{"items":['), Buffer.from(",")];

/** A page whose items are JSON texts. */
export class JsonPage extends JsonText {
  constructor(readonly page: Page<Piece>) {
    super(() => {
      const { items, ...rest } = page;
      const pieces = items.flatMap((item, index) => (index === 0 ? [item] : [COMMA, item]));
      return [BEGIN, ...pieces, `],${JSON.stringify(rest).slice(1)}`];
    });
  }
}
