/**
 * A conversation with one interpreter at the gateway: it sends code and collects the messages of that code until it has
 * ended. The interpreter runs the code of all copies of the app one after the other, so the time limit counts from the
 * moment when it reports the beginning.
 */
import { isObject, type Values } from "@/lib/kernel/text/is-object";
import { type Channel, type KernelMessage, openChannel } from "./channel";
import { askGateway, GatewayError, toPath } from "./ask-gateway";

const AGAIN_MS = 2000;
/** The pause after the first interrupt, before the interpreter is restarted. */
const GIVE_UP_MS = 5000;
/** How long to wait for the end on the other channel after the reply: a gateway that limits output can drop it. */
const LAST_WORD_MS = 2000;
/** How long to wait until the interpreter begins: the code before it can use its whole time limit. */
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
  /** It ignored the interrupt, and was restarted. */
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
  // It belongs to no code: the gateway reports it of the interpreter itself.
  if (isGone(message)) return end(state, "the interpreter ended");
  state.jobs.get(message.parent)?.take(message);
}

const isIdle = ({ type, content }: KernelMessage): boolean => type === "status" && content.execution_state === "idle";
const isBusy = ({ type, content }: KernelMessage): boolean => type === "status" && content.execution_state === "busy";

/** Opens the channels, and waits until the interpreter answers on both of them. @throws GatewayError */
export async function openTalk(projectId: string, kernelId: string): Promise<Talk> {
  const holder: { talk?: State } = {};
  const channel = await openChannel(projectId, kernelId, {
    take: (message) => holder.talk && hear(holder.talk, message),
    ended: (reason) => holder.talk && end(holder.talk, reason),
  });
  const talk: State = { channel, jobs: new Map(), ended: null, projectId, kernelId };
  holder.talk = talk;
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

/**
 * Messages that the interpreter sends before the gateway listens are lost, so this asks until both channels respond.
 */
async function sayHello(state: State): Promise<void> {
  const since = Date.now();
  while (Date.now() - since < TURN_MS) {
    const { replied, seen: sawIdle } = await greet(state);
    if (state.ended !== null) throw new GatewayError(`${state.ended.charAt(0).toUpperCase()}${state.ended.slice(1)}.`);
    if (replied && sawIdle) return;
  }
  throw new GatewayError("The interpreter is busy.");
}

function greet(state: State): Promise<{ replied: boolean; seen: boolean }> {
  return new Promise((resolve) => {
    const greeting = { replied: false, seen: false };
    let timer: NodeJS.Timeout | undefined;
    const id = state.channel.send("kernel_info_request", {});
    const done = () => {
      clearTimeout(timer);
      state.jobs.delete(id);
      resolve(greeting);
    };
    state.jobs.set(id, {
      lost: done,
      take: (message) => {
        if (message.type === "kernel_info_reply") greeting.replied = true;
        if (isIdle(message)) greeting.seen = true;
        if (greeting.replied && greeting.seen) done();
        else if (greeting.replied) timer ??= setTimeout(done, HELLO_MS);
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

/** Interrupts it repeatedly, and restarts it if that does not help. */
function interrupter({ projectId, kernelId }: State, onRestart: () => void): { begin: () => void; end: () => void } {
  const timers: NodeJS.Timeout[] = [];
  const path = toPath(kernelId);
  // The next step, or the end of the connection, reports a failure.
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
