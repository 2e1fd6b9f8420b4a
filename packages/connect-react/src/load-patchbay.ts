/** Loads connect.js of a Patchbay server once. */

export type ConnectResult = {
  status: "success" | "failed" | "closed";
  connected_account_id?: string;
  error?: string;
  error_description?: string;
};

type FrameHandlers = {
  title?: string | undefined;
  onOpened: () => void;
  onConnected: (result: ConnectResult) => void;
  onFailed: (result: ConnectResult) => void;
  onClosed: (result: ConnectResult) => void;
};

export type Patchbay = {
  connect: (
    link: string,
    handlers: { onSuccess: (result: ConnectResult) => void; onFailure: (result: ConnectResult) => void },
  ) => { close: () => void };
  frame: (link: string, container: Element, handlers: FrameHandlers) => { close: () => void };
};

declare global {
  interface Window {
    Patchbay?: Patchbay;
  }
}

const loads = new Map<string, Promise<Patchbay>>();

/** The script of the server; asked for again after it did not load. */
export function loadPatchbay(server: string): Promise<Patchbay> {
  const address = new URL("/connect.js", server).href;
  const load =
    loads.get(address) ??
    new Promise<Patchbay>((resolve, reject) => {
      const script = document.createElement("script");
      script.src = address;
      script.onload = () =>
        window.Patchbay ? resolve(window.Patchbay) : reject(new Error(`${address} is no script of Patchbay.`));
      script.onerror = () => reject(new Error(`${address} did not load.`));
      document.head.append(script);
    });
  loads.set(address, load);
  load.catch(() => loads.delete(address));
  return load;
}
