/**
 * The channels of one interpreter at the gateway, over a websocket: messages of Jupyter's protocol (version 5) as JSON.
 * All input is hostile: code in the interpreter can send anything.
 */
import { randomUUID } from "node:crypto";
import { WebSocket } from "ws";
import { findConnectionLookup } from "@/lib/kernel/outbound/judge-target";
import { OutboundError } from "@/lib/kernel/outbound/send";
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { findJson } from "@/lib/kernel/json/read-json";
import { MESSAGE_BOUNDS } from "../sandbox/message-reader";
import { gatewayHeaders, GatewayError, gatewaySettings, toPath } from "./ask-gateway";

const CONNECT_MS = 30_000;
/** A picture with its JSON around it; more in one message ends the connection. */
const MAX_MESSAGE = 16 * 1024 * 1024;
/** The most that one run can send. */
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_MESSAGES = 10_000;

export type KernelMessage = {
  type: string;
  /** The message that it belongs to. */
  parent: string;
  channel: string;
  content: Values;
};

export type Channel = {
  /** Sends a message, and returns its id. */
  send: (type: string, content: Values, channel?: "shell" | "stdin") => string;
  close: () => void;
};

export type Listener = {
  take: (message: KernelMessage) => void;
  /** Called once with the reason, after which no message comes. */
  ended: (reason: string) => void;
};

/** The message; undefined for anything else, or for one that is too large to be written as text again. */
export function parseMessage(data: Buffer): KernelMessage | undefined {
  const value = findJson(data.toString("utf8"), MESSAGE_BOUNDS);
  if (!isObject(value) || !isObject(value.header) || typeof value.header.msg_type !== "string") return undefined;
  const parent = isObject(value.parent_header) ? value.parent_header.msg_id : "";
  return {
    type: value.header.msg_type,
    parent: typeof parent === "string" ? parent : "",
    channel: typeof value.channel === "string" ? value.channel : "",
    content: isObject(value.content) ? value.content : {},
  };
}

/** Hands messages on until there were too many. */
function reader(socket: WebSocket, { take, ended: onEnd }: Listener): void {
  let [bytes, count, over] = [0, 0, false];
  const end = (reason: string) => {
    if (over) return;
    over = true;
    socket.terminate();
    onEnd(reason);
  };
  socket.on("message", (data: Buffer) => {
    bytes += data.length;
    count += 1;
    if (bytes > MAX_BYTES || count > MAX_MESSAGES) return end("the code sent too much to the server");
    const message = parseMessage(data);
    if (message && !over) take(message);
  });
  socket.on("close", () => end("the connection to the gateway was lost"));
}

const sender =
  (socket: WebSocket, session: string): Channel["send"] =>
  (type, content, channel = "shell") => {
    const id = randomUUID();
    const header = {
      msg_id: id,
      msg_type: type,
      username: "patchbay",
      session,
      date: new Date().toISOString(),
      version: "5.3",
    };
    socket.send(JSON.stringify({ header, parent_header: {}, metadata: {}, content, buffers: [], channel }));
    return id;
  };

/**
 * Opens the channels of an interpreter.
 * @throws GatewayError where that fails; its `status` is 404 for an interpreter that is gone
 */
export async function openChannel(projectId: string, kernelId: string, listener: Listener): Promise<Channel> {
  const settings = gatewaySettings();
  const session = randomUUID();
  const address = `${settings.url}/api/kernels/${toPath(kernelId)}/channels`;
  try {
    const lookup = await findConnectionLookup(new URL(address), { projectId, sender: "gateway" });
    const socket = new WebSocket(`${address.replace(/^http/, "ws")}?session_id=${session}`, {
      headers: gatewayHeaders(settings),
      lookup,
      handshakeTimeout: CONNECT_MS,
      maxPayload: MAX_MESSAGE,
      perMessageDeflate: false,
      followRedirects: false,
    });
    await untilOpen(socket);
    reader(socket, listener);
    return { send: sender(socket, session), close: () => socket.terminate() };
  } catch (error) {
    if (error instanceof OutboundError) throw new GatewayError(`The gateway didn't respond: ${error.message}`);
    throw error;
  }
}

function untilOpen(socket: WebSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    // Stays, because a socket without a listener would end the process.
    socket.on("error", (error) => reject(new GatewayError(`The gateway did not connect: ${error.message}`)));
    socket.once("open", resolve);
    socket.once("unexpected-response", (request, answer) => {
      request.destroy();
      reject(new GatewayError(`The gateway returned ${answer.statusCode} to the websocket.`, answer.statusCode));
    });
  });
}
