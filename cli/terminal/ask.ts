/** Questions to the person at the terminal. */
import { createInterface, type Interface } from "node:readline/promises";
import { Writable } from "node:stream";
import { UsageError, type Context } from "../command";

type Terminal = Pick<Context, "stdin" | "err" | "signal">;

/** Ctrl-C ends the command; without an answer (Ctrl-D) the question fails. */
async function readAnswer(lines: Interface, question: string, signal: AbortSignal): Promise<string> {
  lines.on("SIGINT", () => process.kill(process.pid, "SIGINT"));
  const closing = new Promise<never>((_, reject) => {
    lines.once("close", () => reject(new UsageError("No input received.")));
  });
  try {
    return (await Promise.race([lines.question(question, { signal }), closing])).trim();
  } finally {
    lines.close();
  }
}

/** Asks on standard error, so that standard output has the result only. */
export const ask = ({ stdin, signal }: Terminal, question: string): Promise<string> =>
  readAnswer(createInterface({ input: stdin, output: process.stderr }), question, signal);

/** Asks for a secret: what is typed is not shown. */
export async function askSecret({ stdin, err, signal }: Terminal, question: string): Promise<string> {
  process.stderr.write(question);
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  try {
    return await readAnswer(createInterface({ input: stdin, output: silence, terminal: true }), "", signal);
  } finally {
    err("");
  }
}
