/** Sends one mail by a project's mail server, over a connection to an address that was checked before. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createTransport } from "nodemailer";
import { findConnectionLookup } from "@/lib/kernel/outbound/judge-target";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { env } from "@/lib/kernel/process/env";
import { cutText } from "@/lib/kernel/text/storable";
import type { MailServer } from "./set-mail-server";

export type Mail = { to: string; subject: string; text: string; html: string };

const TIMEOUT_MS = 20_000;
const MOST_OF_RESPONSE = 200;

/**
 * The mail was not sent. Its message has no secret and can be shown. `lasting` if a retry cannot help; `envelope` if
 * the server refused this mail or its addresses; it can accept other mails.
 */
export class MailError extends Error {
  constructor(
    message: string,
    readonly lasting: boolean,
    readonly envelope = false,
  ) {
    super(message);
    this.name = "MailError";
  }
}

const WHY: Readonly<Record<string, string>> = {
  EAUTH: "The mail server rejected the user or the password.",
  ETLS: "No encrypted connection to the mail server was possible.",
  EENVELOPE: "The mail server rejected the sender or the recipient.",
  EMESSAGE: "The mail server rejected the mail.",
  ETIMEDOUT: "The mail server didn't respond in time.",
};
const LASTING = ["EAUTH", "EENVELOPE", "EMESSAGE"];
const OF_ONE_MAIL = ["EENVELOPE", "EMESSAGE"];

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? "");

/** What the server said, on one line. It is the server that the project's own admins chose. */
function responseOf(error: unknown): string {
  const { response } = (error ?? {}) as { response?: unknown };
  return typeof response === "string"
    ? ` It said: ${cutText(response.replaceAll(/[\s\p{Cc}]+/gu, " "), MOST_OF_RESPONSE)}`
    : "";
}

/** Whether the server asks for a later attempt: servers that do not know a sender yet often do. */
function isForLater(error: unknown): boolean {
  const { responseCode: code } = (error ?? {}) as { responseCode?: unknown };
  return typeof code === "number" && code >= 400 && code < 500;
}

function toMailError(error: unknown): MailError {
  if (error instanceof MailError) return error;
  if (error instanceof OutboundError) return new MailError(error.message, error.phase === "refused");
  // A certificate that is not trusted has a code of its own.
  const isAboutTls = error instanceof Error && /certificate|altname|\b(?:ssl|tls)\b/i.test(error.message);
  const why =
    WHY[isAboutTls ? "ETLS" : codeOf(error)] ?? "The mail server couldn't be reached, or ended the connection.";
  const code = codeOf(error);
  const isLasting = LASTING.includes(code) && !isForLater(error);
  return new MailError(why + responseOf(error), isLasting, OF_ONE_MAIL.includes(code));
}

async function openSocket(projectId: string, { host, port }: MailServer, signal: AbortSignal): Promise<Socket> {
  const url = new URL(`https://${host}:${port}`);
  const lookup = await findConnectionLookup(url, { projectId, sender: "tools", signal });
  const socket = connect({ host, port, lookup });
  try {
    await once(socket, "connect", { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** The limits of the library begin again with each byte, so that a slow server could hold the connection for ever. */
function endAtAbort(socket: Socket, signal: AbortSignal): void {
  signal.addEventListener("abort", () => socket.destroy(), { once: true });
  if (signal.aborted) socket.destroy();
}

/**
 * Sends a mail. Names and addresses are values of their own, so that no text becomes a header.
 * @throws MailError
 */
export async function sendMail(
  projectId: string,
  server: MailServer,
  appName: string,
  mail: Mail,
  deadline?: AbortSignal,
): Promise<void> {
  const { host, port, security, auth, from } = server;
  const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(deadline ? [deadline] : [])]);
  let socket: Socket | undefined;
  try {
    socket = await openSocket(projectId, server, signal);
    endAtAbort(socket, signal);
    const transport = createTransport({
      ...{
        host,
        port,
        secure: security === "tls",
        requireTLS: security === "starttls",
        ignoreTLS: security === "none",
      },
      ...(auth && security !== "none" && { auth }),
      ...{ connection: socket, name: new URL(env().publicUrl).hostname },
      ...{ greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
      ...{ disableFileAccess: true, disableUrlAccess: true },
    });
    const { to, subject, text, html } = mail;
    await transport.sendMail({
      from: { name: appName, address: from },
      to: { name: "", address: to },
      ...{ subject, text, html },
      headers: { "Auto-Submitted": "auto-generated" },
    });
  } catch (error) {
    throw signal.aborted ? new MailError(WHY.ETIMEDOUT ?? "", false) : toMailError(error);
  } finally {
    socket?.destroy();
  }
}
