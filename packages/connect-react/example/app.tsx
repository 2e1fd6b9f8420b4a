/** The page of the example: a button with a popup, and a frame. */
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { ConnectButton, ConnectFrame } from "../src/index.js";

async function makeLink(): Promise<string> {
  const response = await fetch("/link", { method: "POST" });
  if (!response.ok) throw new Error("The server made no link.");
  return ((await response.json()) as { redirect_url: string }).redirect_url;
}

function App({ server }: { server: string }) {
  const [events, setEvents] = useState<string[]>([]);
  const [link, setLink] = useState("");
  const say = (event: string) => setEvents((before) => [...before, event]);
  const handlers = {
    onOpened: () => say("opened"),
    onConnected: () => say("connected"),
    onFailed: ({ error }: { error?: string }) => say(`failed: ${error}`),
    onClosed: () => say("closed"),
  };
  return (
    <main>
      <h1>Your apps</h1>
      <ConnectButton server={server} getLink={makeLink} {...handlers}>
        Connect in a window
      </ConnectButton>
      <button type="button" onClick={() => void makeLink().then(setLink)}>
        Connect here
      </button>
      {link ? <ConnectFrame server={server} link={link} title="Connect your account" {...handlers} /> : null}
      <ul aria-label="Events">
        {events.map((event, index) => (
          <li key={index}>{event}</li>
        ))}
      </ul>
    </main>
  );
}

const root = document.getElementById("root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <App server={root.dataset.server ?? ""} />
    </StrictMode>,
  );
