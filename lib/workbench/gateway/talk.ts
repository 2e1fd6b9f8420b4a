/**
 * A conversation with one interpreter at the gateway: code is sent, and what belongs to it comes back until it has ended. The
 * interpreter itself runs one after the other what comes from all copies of the app, so time counts from the moment when it
 * says that it has begun.
 */
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { type Channel, type KernelMessage, openChannel } from "./channel";
import { askGateway, GatewayError, toPath } from "./ask-gateway";

const AGAIN_MS = 2000;
/** After the first interrupt; then the interpreter is started anew. */
const GIVE_UP_MS = 5000;
/** The reply came, but its last word on the other channel did not: a gateway that limits output may drop it. */
const LAST_WORD_MS = 2000;
/** Until the interpreter begins: what runs before may take its whole time. */
const TURN_MS = 800_000;
const HELLO_MS = 300;

export type Code = {
  code: string;
  /** Without a trace in the interpreter. */
  silent?: boolean;
  /** Evaluated after the code, by name. */
  expressions?: Record<string, string>;
  seconds: number;
};

export type Reply = {
  /** `lost`: the interpreter or the connection to it is gone; `late`: it never began. */
  status: "ok" | "error" | "timeout" | "lost" | "late";
  /** The values of the expressions, as the interpreter writes them. */
  values: Record<string, string>;
  /** Milliseconds. */
  ms: number;
  /** It ignored the interrupt, and was started anew. */
  restarted: boolean;
  reason: string | null;
};

export type Hearing = {
  /** Each message that belongs to the code. */
  take?: (message: KernelMessage) => void;
  /** Gives the line that the code asks for. */
  line?: (prompt: string) => Promise<string>;
};

export type Talk = {
  run: (code: Code, hearing?: Hearing) => Promise<Reply>;
  /** Sends any other question, and gives the content of its reply; null when it ended or took too long. */
  ask: (type: string, content: Values, seconds: number) => Promise<Values | null>;
  close: () => void;
};

type Job = { take: (message: KernelMessage) => void; lost: (reason: string) => void };
type State = { channel: Channel; jobs: Map<string, Job>; ended: string | null; projectId: string; kernelId: string };

const isGone = ({ type, content }: KernelMessage): boolean =>
  type === "status" && ["restarting", "autorestarting", "dead"].includes(String(content.execution_state));

function end(state: State, reason: string): void {
  state.ended ??= reason;
  for (const job of state.jobs.values()) job.lost(reason);
}

function hear(state: State, message: KernelMessage): void {
  // It stands for no code: the gateway says it of the interpreter itself.
  if (isGone(message)) return end(state, "the interpreter ended");
  state.jobs.get(message.parent)?.take(message);
}

const isIdle = ({ type, content }: KernelMessage): boolean => type === "status" && content.execution_state === "idle";
const isBusy = ({ type, content }: KernelMessage): boolean => type === "status" && content.execution_state === "busy";

/** Opens the channels, and waits until the interpreter answers on both of them. @throws GatewayError */
export async function openTalk(projectId: string, kernelId: string): Promise<Talk> {
  const held: { talk?: State } = {};
  const channel = await openChannel(projectId, kernelId, {
    take: (message) => held.talk && hear(held.talk, message),
    ended: (reason) => held.talk && end(held.talk, reason),
  });
  const talk: State = { channel, jobs: new Map(), ended: null, projectId, kernelId };
  held.talk = talk;
  try {
    await sayHello(talk);
  } catch (error) {
    channel.close();
    throw error;
  }
  return {
    run: (code, hearing) => run(talk, code, hearing ?? {}),
    ask: (type, content, seconds) => ask(talk, type, content, seconds),
    close: channel.close,
  };
}

/** What the interpreter says before the gateway listens to it is lost, so it is asked until both channels answer. */
async function sayHello(state: State): Promise<void> {
  const since = Date.now();
  while (Date.now() - since < TURN_MS) {
    const { replied, seen } = await greet(state);
    if (state.ended !== null) throw new GatewayError(`${state.ended.charAt(0).toUpperCase()}${state.ended.slice(1)}.`);
    if (replied && seen) return;
  }
  throw new GatewayError("The interpreter is busy.");
}

function greet(state: State): Promise<{ replied: boolean; seen: boolean }> {
  return new Promise((resolve) => {
    const heard = { replied: false, seen: false };
    let timer: NodeJS.Timeout | undefined;
    const id = state.channel.send("kernel_info_request", {});
    const done = () => {
      clearTimeout(timer);
      state.jobs.delete(id);
      resolve(heard);
    };
    state.jobs.set(id, {
      lost: done,
      take: (message) => {
        if (message.type === "kernel_info_reply") heard.replied = true;
        if (isIdle(message)) heard.seen = true;
        if (heard.replied && heard.seen) done();
        else if (heard.replied) timer ??= setTimeout(done, HELLO_MS);
      },
    });
    if (state.ended !== null) done();
  });
}

const valuesOf = ({ user_expressions: values }: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(isObject(values) ? values : {}).flatMap(([name, value]) => {
      const text = isObject(value) && isObject(value.data) ? value.data["text/plain"] : undefined;
      return typeof text === "string" ? [[name, text]] : [];
    }),
  );

/** Interrupts it again and again, and starts it anew when that does not help. */
function interrupter({ projectId, kernelId }: State, onRestart: () => void): { begin: () => void; end: () => void } {
  const timers: NodeJS.Timeout[] = [];
  const path = toPath(kernelId);
  // Whoever waits hears of it by the next step, or by the end of the connection.
  const post = (what: string) => askGateway(projectId, "POST", `kernels/${path}/${what}`).catch(() => undefined);
  return {
    begin: () => {
      void post("interrupt");
      timers.push(setTimeout(() => void post("interrupt"), AGAIN_MS));
      timers.push(
        setTimeout(() => {
          onRestart();
          void post("restart");
        }, GIVE_UP_MS),
      );
    },
    end: () => timers.forEach(clearTimeout),
  };
}

/** One execution from its start to its end. */
class Execution {
  private readonly reply: Reply = { status: "lost", values: {}, ms: 0, restarted: false, reason: null };
  private readonly timers: NodeJS.Timeout[] = [];
  private began: number | undefined;
  private timedOut = false;
  private replied = false;
  private idle = false;
  private readonly stopping: ReturnType<typeof interrupter>;

  constructor(
    private readonly state: State,
    private readonly seconds: number,
    private readonly hearing: Hearing,
    private readonly done: (reply: Reply) => void,
  ) {
    this.stopping = interrupter(state, () => {
      this.reply.restarted = true;
    });
    this.timers.push(setTimeout(() => this.finish("late"), TURN_MS));
  }

  private finish(status: Reply["status"]): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.stopping.end();
    this.reply.status = this.timedOut ? "timeout" : status;
    this.reply.ms = this.began === undefined ? 0 : Date.now() - this.began;
    this.done(this.reply);
  }

  lost(reason: string): void {
    this.reply.reason = reason;
    this.finish("lost");
  }

  private begin(): void {
    if (this.began !== undefined) return;
    this.began = Date.now();
    clearTimeout(this.timers.shift());
    const late = () => {
      this.timedOut = true;
      this.stopping.begin();
    };
    this.timers.push(setTimeout(late, this.seconds * 1000));
  }

  take(message: KernelMessage): void {
    const { type, content } = message;
    if (isBusy(message)) this.begin();
    else if (type === "input_request") void answerLine(this.state, message, this.hearing);
    else if (type === "execute_reply") this.takeReply(content);
    else this.hearing.take?.(message);
    this.idle ||= isIdle(message);
    if (this.replied && this.idle) this.finish(this.reply.status);
  }

  private takeReply(content: Values): void {
    this.replied = true;
    this.reply.status = content.status === "ok" ? "ok" : "error";
    this.reply.values = valuesOf(content);
    this.timers.push(setTimeout(() => this.finish(this.reply.status), LAST_WORD_MS));
  }
}

function run(
  state: State,
  { code, silent = false, expressions = {}, seconds }: Code,
  hearing: Hearing,
): Promise<Reply> {
  return new Promise((resolve) => {
    const execution = new Execution(state, seconds, hearing, (reply) => {
      state.jobs.delete(id);
      resolve(reply);
    });
    const id = state.channel.send("execute_request", {
      code,
      silent,
      store_history: !silent,
      user_expressions: expressions,
      allow_stdin: hearing.line !== undefined,
      stop_on_error: false,
    });
    state.jobs.set(id, execution);
    if (state.ended !== null) execution.lost(state.ended);
  });
}

/** As a person who has closed the input: the code gets an EOFError. */
const END_OF_INPUT = "\x04";

async function answerLine({ channel }: State, { content }: KernelMessage, { line }: Hearing): Promise<void> {
  const prompt = typeof content.prompt === "string" ? content.prompt : "";
  const value = (await line?.(prompt)) ?? END_OF_INPUT;
  channel.send("input_reply", { value, status: "ok" }, "stdin");
}

function ask(state: State, type: string, content: Values, seconds: number): Promise<Values | null> {
  return new Promise((resolve) => {
    if (state.ended !== null) return resolve(null);
    const id = state.channel.send(type, content);
    const done = (answer: Values | null) => {
      clearTimeout(timer);
      state.jobs.delete(id);
      resolve(answer);
    };
    const timer = setTimeout(done, seconds * 1000, null);
    state.jobs.set(id, {
      lost: () => done(null),
      take: (message) => {
        if (message.type === type.replace("_request", "_reply")) done(message.content);
      },
    });
  });
}
