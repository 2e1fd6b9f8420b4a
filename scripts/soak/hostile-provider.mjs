// A provider for the soaks with bad behavior: its failures, and texts that are hard to store.
import { once } from "node:events";
import { createServer } from "node:http";

/** Texts that can occur in end users, ids and messages, by the difficulty they cause. */
export const HARD_TEXTS = {
  plain: "ann",
  "letters outside of the first plane": `a${"\u{1d49c}".repeat(40)}`,
  "a long word": "w".repeat(900),
  "many words": "one two ".repeat(100),
  "combining marks": "e\u0301".repeat(60),
  "right to left": "\u202eabc\u202c \u0645\u0631\u062d\u0628\u0627",
  "half of a surrogate": "x\ud800y",
  "a NUL": "x\u0000y",
  quotes: `'"\\'; DROP TABLE tool_log; --`,
  "lines and tabs": "a\r\nb\tc\u2028d",
  emoji: "\u{1f469}\u200d\u{1f4bb}".repeat(30),
  percent: "%00%ff%d800 %s $1 {a}",
};
const TEXTS = Object.values(HARD_TEXTS);

const json = (response, status, text) => response.writeHead(status, { "content-type": "application/json" }).end(text);
const nested = (depth) => `${'{"a":['.repeat(depth)}1${"]}".repeat(depth)}`;

/** Each takes a response and a text. */
const ANSWERS = [
  (response, text) => json(response, 200, JSON.stringify({ id: 1, login: text })),
  (response, text) => json(response, 200, JSON.stringify({ [text]: { [text]: [text, text] } })),
  (response, text) => json(response, 422, JSON.stringify({ message: text, errors: [{ message: text }] })),
  (response, text) => json(response, 500, JSON.stringify({ message: text })),
  (response) => json(response, 200, `{"login":"\\ud835","name":"\\u0000"}`),
  (response) => json(response, 200, nested(400)),
  (response) => json(response, 200, nested(3000)),
  (response) => json(response, 200, `[${"1,".repeat(200_000)}1]`),
  (response) => json(response, 200, `{"id":${"9".repeat(400)},"n":1e999}`),
  (response) => json(response, 200, '{"cut": "in the mid'),
  (response, text) => response.writeHead(403, { "content-type": "text/html" }).end(`<title>${text}</title>`),
  (response) => response.writeHead(200, { "content-type": "text/plain" }).end(Buffer.from([0xff, 0xfe, 0x00, 0xd8])),
  (response) => response.writeHead(204).end(),
  (response) => response.writeHead(404, { "content-type": "application/json" }).end(),
  (response) => response.destroy(),
  (response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "100" }).write('{"a":');
    setTimeout(() => response.destroy(), 20);
  },
  (response, text) => setTimeout(() => json(response, 200, JSON.stringify({ late: text })), 700),
];

/**
 * Starts the provider in this process. While `down.now` is set, it breaks every connection.
 * @returns {Promise<{ url: string, down: { now: boolean }, stop: () => void }>}
 */
export async function startHostileProvider() {
  const down = { now: false };
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    request.on("error", () => {});
    if (down.now) return void request.socket.destroy();
    const n = count++;
    ANSWERS[n % ANSWERS.length](response, TEXTS[Math.floor(n / ANSWERS.length) % TEXTS.length]);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${server.address().port}`, down, stop };
}
