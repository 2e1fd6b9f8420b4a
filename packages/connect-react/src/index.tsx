/** React components that connect a user's account: a button with a popup, and an inline frame. */
"use client";
import { useEffect, useRef, useState, type ButtonHTMLAttributes } from "react";
import { loadPatchbay, type ConnectResult } from "./load-patchbay.js";

export type { ConnectResult } from "./load-patchbay.js";

/** What an app hears of a connection. None of these ever has a token. */
export type ConnectEvents = {
  onOpened?: () => void;
  onConnected?: (result: ConnectResult) => void;
  onFailed?: (result: ConnectResult) => void;
  onClosed?: (result: ConnectResult) => void;
};

type Server = {
  /** The URL of the Patchbay server, such as https://patchbay.example.com. */
  server: string;
};

/** The newest callbacks, for listeners that live longer than one rendering. */
function useNewest<Value>(value: Value): { readonly current: Value } {
  const newest = useRef(value);
  useEffect(() => {
    newest.current = value;
  });
  return newest;
}

export type ConnectButtonProps = Server &
  ConnectEvents &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onClick" | "type"> & {
    /** Asks your own server for a link, and returns its redirect_url. */
    getLink: () => Promise<string> | string;
  };

const WINDOW = "popup,width=480,height=760";

/** A button that connects an account in a popup. It has no style of its own. */
export function ConnectButton(props: ConnectButtonProps) {
  const { server, getLink, onOpened, onConnected, onFailed, onClosed, children, disabled, ...rest } = props;
  const [pending, setPending] = useState(false);
  const events = useNewest({ onOpened, onConnected, onFailed, onClosed });
  // Loaded before the click, so that the click only waits for the link.
  useEffect(() => void loadPatchbay(server).catch(() => undefined), [server]);

  const end = (result: ConnectResult) => {
    setPending(false);
    const { current } = events;
    if (result.status === "success") current.onConnected?.(result);
    else if (result.status === "closed") current.onClosed?.(result);
    else current.onFailed?.(result);
  };
  const begin = async () => {
    setPending(true);
    // Opened in the click itself: a browser blocks a window that opens after an answer.
    const popup = window.open("", "patchbay_connect", WINDOW);
    try {
      const [patchbay, link] = await Promise.all([loadPatchbay(server), getLink()]);
      patchbay.connect(link, { onSuccess: end, onFailure: end });
      events.current.onOpened?.();
    } catch (error) {
      popup?.close();
      end({ status: "failed", error: "no_link", error_description: error instanceof Error ? error.message : "" });
    }
  };
  return (
    <button {...rest} type="button" disabled={disabled === true || pending} onClick={() => void begin()}>
      {children ?? "Connect an account"}
    </button>
  );
}

export type ConnectFrameProps = Server &
  ConnectEvents & {
    /** The redirect_url of a link, made by your own server with your page's origin as opener_origin. */
    link: string;
    /** The title of the frame for screen readers. */
    title?: string;
    className?: string;
  };

/** The connect page inside your own page. The project lists your origin in connect_frame_origins. */
export function ConnectFrame({ server, link, title, className, ...handlers }: ConnectFrameProps) {
  const container = useRef<HTMLDivElement>(null);
  const events = useNewest(handlers);
  useEffect(() => {
    let close: (() => void) | undefined;
    let isGone = false;
    const { current: element } = container;
    loadPatchbay(server).then(
      (patchbay) => {
        if (isGone || !element) return;
        const frame = patchbay.frame(link, element, {
          title,
          onOpened: () => events.current.onOpened?.(),
          onConnected: (result) => events.current.onConnected?.(result),
          onFailed: (result) => events.current.onFailed?.(result),
          onClosed: (result) => !isGone && events.current.onClosed?.(result),
        });
        close = frame.close;
      },
      () => events.current.onFailed?.({ status: "failed", error: "no_script" }),
    );
    return () => {
      isGone = true;
      close?.();
    };
  }, [server, link, title, events]);
  return <div ref={container} className={className} />;
}
