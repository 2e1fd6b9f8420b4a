/** Answers whose JSON text exists already: large lists are cached as text. */
import type { Page } from "@/lib/kernel/database/cursor";
import type { PreparedText } from "@/lib/kernel/text/prepared-text";
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

/** JSON whose larger part exists already as bytes: answers have an ETag, and come compressed if the client takes it. */
export class PreparedJson extends JsonText {
  readonly end: Buffer;

  /** @param rest of a page whose items are the last thing in `begin`; absent if that is everything */
  constructor(
    readonly begin: PreparedText,
    readonly rest?: Omit<Page<never>, "items">,
  ) {
    super(() => [begin.bytes, this.end]);
    this.end = Buffer.from(rest ? `],${JSON.stringify(rest).slice(1)}` : "");
  }
}
