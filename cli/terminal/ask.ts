/** Questions to the person at the terminal. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Context } from "../command";

type Terminal = Pick<Context, "stdin" | "err" | "signal">;

/** Asks on standard error, so that standard output has the result only. */
export async function ask({ stdin, signal }: Terminal, question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: process.stderr });
  try {
    return (await lines.question(question, { signal })).trim();
  } finally {
    lines.close();
  }
}

/** Asks for a secret: what is typed is not shown. */
export async function askSecret({ stdin, err, signal }: Terminal, question: string): Promise<string> {
  process.stderr.write(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: stdin, output: silence, terminal: true });
  try {
    return (await lines.question("", { signal })).trim();
  } finally {
    lines.close();
    err("");
  }
}
