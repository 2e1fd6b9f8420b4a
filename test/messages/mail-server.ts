/** A mail server on this machine that keeps what it gets. */
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export type Received = { from: string; to: string[]; headers: string; body: string };
export type MailBox = { server: string; received: Received[]; close: () => Promise<void> };

/** Text of a part in quoted-printable, the only form in which these mails come besides plain ASCII. */
const decode = (text: string): string =>
  Buffer.from(
    text
      .replaceAll(/=\r\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

type Options = {
  /** The only user who can send; everybody can if left out. */
  user?: { name: string; password: string };
  /** Recipients that it refuses. */
  refuses?: (address: string) => boolean;
  /** The code with which it refuses them, or the mail. */
  code?: number;
  /** Whether it refuses a mail once it has seen it. */
  refusesMail?: (body: string) => boolean;
};

export async function startMailServer(options: Options = {}): Promise<MailBox> {
  const { user, refuses = () => false, refusesMail = () => false } = options;
  const refusal = (text: string) => Object.assign(new Error(text), { responseCode: options.code ?? 550 });
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: user === undefined,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) =>
      user && username === user.name && password === user.password
        ? done(null, { user: user.name })
        : done(new Error("535 wrong password")),
    onRcptTo: ({ address }, _session, done) => done(refuses(address) ? refusal("no such box") : null),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const [headers = "", ...rest] = Buffer.concat(chunks).toString("latin1").split("\r\n\r\n");
        const body = decode(rest.join("\r\n\r\n"));
        if (refusesMail(body)) return done(refusal("not such a mail"));
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : "",
          to: envelope.rcptTo.map(({ address }) => address),
          headers,
          body,
        });
        done();
      });
    },
  });
  // A client that goes away in the middle is a part of the tests.
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    server: `127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
