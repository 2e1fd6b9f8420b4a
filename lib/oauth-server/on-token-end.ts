/**
 * Notifies open streams at the end of their token: it expired, its access was ended, or its issuer is no longer
 * trusted.
 */
import { changeGeneration, dropOnChange } from "@/lib/access/announce-change";
import { background, log } from "@/lib/kernel/process/log";
import { processMemory } from "@/lib/kernel/process-memory";
import { isOpenTo } from "./access";

/** How often tokens are looked at. What ends one is announced, its expiry is not. */
const LOOK_MS = 15_000;

type Watch = { server: { id: string; projectId: string }; token: string; ended: () => void };

const state = processMemory("oauth-server.token-ends", () => ({
  watches: new Set<Watch>(),
  looking: false,
  /** Whether something changed during a running look. */
  again: false,
  timer: undefined as NodeJS.Timeout | undefined,
  started: false,
}));

async function lookOnce(): Promise<void> {
  for (const watch of [...state.watches])
    if (state.watches.has(watch) && !(await isOpenTo(watch.server, watch.token)) && state.watches.delete(watch))
      watch.ended();
}

async function look(): Promise<void> {
  state.again = state.looking;
  if (state.looking) return;
  state.looking = true;
  try {
    do {
      state.again = false;
      await lookOnce();
    } while (state.again);
  } catch (error) {
    log.warn(background("MCP streams"), "open streams could not be held against their tokens; trying again", { error });
  } finally {
    state.looking = false;
  }
}

function start(): void {
  if (!state.started) {
    state.started = true;
    const soon = () => {
      if (state.watches.size > 0) void look();
    };
    dropOnChange({ clear: soon });
  }
  changeGeneration(); // starts listening
  state.timer ??= setInterval(() => void look(), LOOK_MS).unref();
}

/**
 * Calls `ended` once when the token no longer opens the server.
 * @returns a function that ends the watch
 */
export function onTokenEnd(server: Watch["server"], token: string, onEnd: () => void): () => void {
  const watch: Watch = { server, token, ended: onEnd };
  state.watches.add(watch);
  start();
  // Once now, because a change since the token was read would be missed.
  void look();
  return () => {
    state.watches.delete(watch);
    if (state.watches.size > 0) return;
    clearInterval(state.timer);
    state.timer = undefined;
  };
}
