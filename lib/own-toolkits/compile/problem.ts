/** A problem of a document: where it is, what it is, and how to mend it. */

export type Problem = {
  /** JSON pointer to the place in the document; "" = the whole. */
  path: string;
  message: string;
  fix: string;
  /** From 1; 0 where the place is not in the text. */
  line: number;
  column: number;
  /** Whether nothing could be compiled because of it. */
  fatal?: boolean;
};

/** Problems up to the most that are reported; the others are counted. */
export class Problems {
  readonly items: Problem[] = [];
  count = 0;

  constructor(private readonly most: number) {}

  add(path: string, message: string, fix: string, more: Partial<Problem> = {}): void {
    this.count += 1;
    // One that ends everything is always among those that are reported.
    if (this.items.length >= this.most && more.fatal) this.items.pop();
    if (this.items.length < this.most)
      this.items.push({ path, message: cut(message), fix: cut(fix), line: 0, column: 0, ...more });
  }

  get hasFatal(): boolean {
    return this.items.some(({ fatal }) => fatal);
  }
}

/** Texts of documents in a message. */
const MOST_CHARACTERS = 500;
const cut = (text: string): string => (text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}...` : text);

/** A segment of a JSON pointer (RFC 6901). */
export const toSegment = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

export const toPointer = (...names: (string | number)[]): string =>
  names.map((name) => `/${toSegment(String(name))}`).join("");

/** The names of a pointer. */
export const fromPointer = (pointer: string): string[] =>
  pointer === ""
    ? []
    : pointer
        .slice(1)
        .split("/")
        .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
