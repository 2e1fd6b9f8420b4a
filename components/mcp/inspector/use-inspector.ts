/**
 * An MCP client of a URL in the browser: initializes the connection, lists the tools, calls them, and records the
 * messages.
 */
"use client";
import { useEffect, useRef, useState } from "react";
import type { Audience } from "../mcp-words";
import { exchange, refusalOf, toolsOf, type Exchange, type McpTool } from "../rpc";
import { makeAddress } from "../use-address";

/** 500 tools a page: more than any list that a model can read. */
const MOST_PAGES = 10;
const MAX_MESSAGES = 50;

const GREETING = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "patchbay-inspector", title: "Patchbay inspector", version: "1" },
};

export type Inspection = { user: string; address: string; tools: McpTool[] };

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

export function useInspector(serverId: string) {
  const [inspection, setOpened] = useState<Inspection | null>(null);
  const [opening, setOpening] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [messages, setMessages] = useState<readonly Exchange[]>([]);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);

  const say = async (address: string, method: string, params: Record<string, unknown>, signal?: AbortSignal) => {
    const reply = await exchange(address, method, params, signal);
    setMessages((before) => [reply, ...before].slice(0, MAX_MESSAGES));
    return reply;
  };

  const open = async (user: string): Promise<void> => {
    control.current?.abort();
    const { signal } = (control.current = new AbortController());
    setOpening(true);
    setError(null);
    // Another user's tools and arguments must not stay usable while the list is on its way.
    setOpened((last) => (last?.user === user ? last : null));
    try {
      const audience: Audience = { user };
      const address = await makeAddress(serverId, audience);
      const ask = async (method: string, params: Record<string, unknown>) => {
        const reply = await say(address, method, params, signal);
        const refusal = refusalOf(reply);
        if (refusal) throw new Error(refusal);
        return reply;
      };
      await ask("initialize", GREETING);
      const tools: McpTool[] = [];
      for (let page = 0, cursor: string | undefined; page < MOST_PAGES && (page === 0 || cursor); page++) {
        const { tools: more, next } = toolsOf(await ask("tools/list", cursor ? { cursor } : {}));
        tools.push(...more);
        cursor = next;
      }
      setOpened({ user, address, tools });
    } catch (failure) {
      if (signal.aborted) return;
      setOpened(null);
      setError(toError(failure));
    } finally {
      if (!signal.aborted) setOpening(false);
    }
  };
  return { opened: inspection, opening, error, messages, open, say };
}
