/**
 * The place of this process among the processes of its copy of the app. They share a port, a data folder and a
 * database. The first process renders the pages and has the sandboxes of the workbench.
 */
import { processMemory } from "../process-memory";

export type ProcessPlace = {
  /** From 1. */
  index: number;
  /** The number of processes. */
  count: number;
  /** The folder of the sockets by which the processes reach each other; only this user can open it. */
  sockets: string;
};

/** A process as its supervisor sees it; `since`: the time of its last change in milliseconds. */
export type ProcessState = { index: number; state: "starting" | "running"; since: number; restarts: number };

const place = processMemory("process-place", (): ProcessPlace => ({ index: 1, count: 1, sockets: "" }));
const states = processMemory("process-states", (): { all: readonly ProcessState[] } => ({ all: [] }));
const startedAt = Date.now();

/** Sets the place, before anything else runs in this thread. */
export const setProcessPlace = (value: ProcessPlace): void => void Object.assign(place, value);

export const processPlace = (): Readonly<ProcessPlace> => place;

/** Whether this process has the pages and the workbench. */
export const isFirstProcess = (): boolean => place.index === 1;

/** The index in log lines and metrics; undefined for a single process, which needs none. */
export const processName = (): string | undefined => (place.count > 1 ? String(place.index) : undefined);

/** Takes over the states that the supervisor reports. */
export const setProcessStates = (all: readonly ProcessState[]): void => void (states.all = all);

/** The states of all processes as last reported; without a supervisor only this process. */
export const processStates = (): readonly ProcessState[] =>
  states.all.length > 0 ? states.all : [{ index: place.index, state: "running", since: startedAt, restarts: 0 }];
