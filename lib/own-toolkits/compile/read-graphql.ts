/**
 * Reads a GraphQL document (https://spec.graphql.org/October2021/#sec-Language) as far as a tool needs: its operation
 * and the variables. The server checks the rest. Linear in time.
 */
type GraphqlType = { name: string; text: string; isRequired: boolean; isList: boolean };
export type GraphqlVariable = { name: string; type: GraphqlType; hasDefault: boolean };
export type GraphqlOperation = { kind: "query" | "mutation"; variables: GraphqlVariable[] };

/** A document that is no single operation; its message is for people. */
export class GraphqlProblem extends Error {}

type Token = { text: string; line: number };

const TOKEN = /\.\.\.|[!$&():=@[\]{|}]|[_A-Za-z]\w*|-?\d[\w.+-]*|"(?:[^"\\\r\n]|\\.)*"/y;
const IGNORED = /(?:[\s,\uFEFF]|#[^\r\n]*)+/y;
const NAME = /^[_A-Za-z]\w*$/;
const CLOSING: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]" };
const MOST_VARIABLES = 100;
/** Lists inside of lists, in the type of a variable. */
const MAX_LISTS = 5;

/** The end of a text in three quotes that begins at an offset. */
function endOfBlock(text: string, start: number): number {
  let end = text.indexOf('"""', start + 3);
  while (end !== -1 && text[end - 1] === "\\") end = text.indexOf('"""', end + 3);
  return end === -1 ? -1 : end + 3;
}

function readTokens(text: string): Token[] {
  const tokens: Token[] = [];
  let [offset, line] = [0, 1];
  const advance = (end: number): string => {
    const part = text.slice(offset, end);
    offset = end;
    return part;
  };
  while (offset < text.length) {
    IGNORED.lastIndex = offset;
    if (IGNORED.test(text)) line += advance(IGNORED.lastIndex).split("\n").length - 1;
    if (offset >= text.length) break;
    TOKEN.lastIndex = offset;
    const end = text.startsWith('"""', offset) ? endOfBlock(text, offset) : TOKEN.test(text) ? TOKEN.lastIndex : -1;
    if (end === -1) throw new GraphqlProblem(`line ${line} of the document cannot be read`);
    const token = { text: advance(end), line };
    line += token.text.split("\n").length - 1;
    tokens.push(token);
  }
  return tokens;
}

/** Reads tokens one after the other. */
class Reader {
  private place = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  peek(): string {
    return this.tokens[this.place]?.text ?? "";
  }

  get isAtEnd(): boolean {
    return this.place >= this.tokens.length;
  }

  get hasName(): boolean {
    return NAME.test(this.peek());
  }

  fail(message: string): never {
    const line = this.tokens[Math.min(this.place, this.tokens.length - 1)]?.line ?? 1;
    throw new GraphqlProblem(`line ${line} of the document: ${message}`);
  }

  take(expected?: string): string {
    const token = this.peek();
    if (token === "" || (expected !== undefined && token !== expected))
      this.fail(
        `${expected ?? "more"} is expected${token === "" ? " at its end" : `, and it has ${token.slice(0, 50)}`}`,
      );
    this.place += 1;
    return token;
  }

  takeName(): string {
    if (!this.hasName) this.fail("a name is expected");
    return this.take();
  }

  skipBrackets(): void {
    const open: string[] = [];
    do {
      const token = this.take();
      const closing = Object.hasOwn(CLOSING, token) ? CLOSING[token] : undefined;
      if (closing !== undefined) open.push(closing);
      else if (/^[)\]}]$/.test(token) && open.pop() !== token) this.fail(`${token} closes nothing`);
    } while (open.length > 0);
  }

  /** A value, or the brackets with everything in them. */
  skipValue(): void {
    if (Object.hasOwn(CLOSING, this.peek())) this.skipBrackets();
    else this.take();
  }

  skipDirectives(): void {
    while (this.peek() === "@") {
      this.take("@");
      this.takeName();
      if (this.peek() === "(") this.skipBrackets();
    }
  }
}

function readType(reader: Reader, level = 0): GraphqlType {
  if (level > MAX_LISTS) reader.fail("the type has too many lists");
  let type: GraphqlType;
  if (reader.peek() === "[") {
    reader.take("[");
    const inner = readType(reader, level + 1);
    reader.take("]");
    type = { name: inner.name, text: `[${inner.text}]`, isRequired: false, isList: true };
  } else {
    const name = reader.takeName();
    type = { name, text: name, isRequired: false, isList: false };
  }
  if (reader.peek() !== "!") return type;
  reader.take("!");
  return { ...type, text: `${type.text}!`, isRequired: true };
}

function readVariables(reader: Reader): GraphqlVariable[] {
  const variables: GraphqlVariable[] = [];
  reader.take("(");
  while (reader.peek() !== ")") {
    reader.take("$");
    const name = reader.takeName();
    reader.take(":");
    const type = readType(reader);
    const hasDefault = reader.peek() === "=";
    if (hasDefault) {
      reader.take("=");
      reader.skipValue();
    }
    reader.skipDirectives();
    if (variables.length >= MOST_VARIABLES) reader.fail(`there are more than ${MOST_VARIABLES} variables`);
    if (variables.some((variable) => variable.name === name)) reader.fail(`$${name} is declared twice`);
    variables.push({ name, type, hasDefault });
  }
  reader.take(")");
  return variables;
}

function readSelection(reader: Reader): void {
  reader.skipDirectives();
  if (reader.peek() !== "{") reader.take("{");
  reader.skipBrackets();
}

function readDefinition(reader: Reader): GraphqlOperation | undefined {
  const keyword = reader.peek() === "{" ? "query" : reader.take();
  if (keyword === "subscription") reader.fail("a subscription has no single answer; write a query or a mutation");
  if (keyword === "fragment") {
    reader.takeName();
    reader.take("on");
    reader.takeName();
    readSelection(reader);
    return undefined;
  }
  if (keyword !== "query" && keyword !== "mutation")
    reader.fail("a query or a mutation is expected, not the types of a schema");
  if (reader.hasName) reader.take();
  const variables = reader.peek() === "(" ? readVariables(reader) : [];
  readSelection(reader);
  return { kind: keyword === "mutation" ? "mutation" : "query", variables };
}

/** @throws GraphqlProblem with the line */
export function readGraphql(text: string): GraphqlOperation {
  const reader = new Reader(readTokens(text));
  let operation: GraphqlOperation | undefined;
  while (!reader.isAtEnd) {
    const definition = readDefinition(reader);
    if (definition && operation) reader.fail("there is a second operation; a tool runs one");
    operation ??= definition;
  }
  return operation ?? reader.fail("there is no query and no mutation");
}
