/** What a mail server can do to whoever sends: hold the connection, ask for a later attempt, refuse one mail. */
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { startMailServer } from "@/test/messages/mail-server";
import { MailError, sendMail } from "./send-mail";

const MAIL = { to: "ada@example.com", subject: "A call waits", text: "Look at it.", html: "<p>Look at it.</p>" };

function send(server: string, deadline?: AbortSignal): Promise<MailError | null> {
  const [host = "", port] = server.split(":");
  const to = { host, port: Number(port), security: "none", from: "approvals@example.com" } as const;
  return sendMail("pr_mail", to, "Patchbay", MAIL, deadline).then(
    () => null,
    (error: unknown) => {
      if (error instanceof MailError) return error;
      throw error;
    },
  );
}

it("a server that never ends its answer is left at the deadline", async () => {
  const deadline = new AbortController();
  let closures = 0;
  const server = createServer((socket) => {
    let lines = 0;
    socket.on("error", () => undefined);
    socket.write("220 slow.example\r\n");
    const drip = setInterval(() => {
      socket.write("250-more\r\n");
      if (++lines === 20) deadline.abort();
    }, 5);
    socket.on("close", () => {
      clearInterval(drip);
      closures++;
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await send(address, deadline.signal)).toMatchObject({
    ...{ message: "The mail server didn't respond in time.", lasting: false, envelope: false },
  });
  expect(await send(address, deadline.signal)).toMatchObject({ lasting: false });
  await once(server.close(), "close");
  expect(closures).toBeGreaterThan(0);
});

it.each([
  { refuses: true, code: 550, lasting: true },
  { refuses: true, code: 450, lasting: false },
  { refusesMail: true, code: 554, lasting: true },
  { refusesMail: true, code: 451, lasting: false },
])("a refusal of one mail concerns no other, and passes if the server says so: %o", async (refusal) => {
  const { code, lasting, refuses = false, refusesMail = false } = refusal;
  const box = await startMailServer({ code, refuses: () => refuses, refusesMail: () => refusesMail });
  const error = await send(box.server);
  expect(error).toMatchObject({ lasting, envelope: true });
  expect(error?.message).toContain(refuses ? "no such box" : "not such a mail");
  await box.close();
});
