/** WhatsApp messages whose parts are flat arguments: answers, buttons and lists to choose from. */
import type { HandlerTools, ToolHandlers } from "@/lib/catalog/tool-handler";

type Json = Record<string, unknown>;
type To = { phone_number_id?: string; to_number?: string; reply_to_message_id?: string };
type Interactive = To & { body_text?: string; header_text?: string; footer_text?: string };
type Button = { id?: string; title?: string };
type Row = { id?: string; title?: string; description?: string };
type Section = { title?: string; rows?: Row[] };

const MAX_BUTTONS = 3;
const MAX_ROWS = 10;

async function send(
  { phone_number_id: from, to_number: to, reply_to_message_id: id }: To,
  message: Json,
  { call }: HandlerTools,
) {
  const { data } = await call({
    method: "POST",
    path: `/${encodeURIComponent(from ?? "")}/messages`,
    body: {
      messaging_product: "whatsapp",
      recipient_type: "individual",
      to,
      ...message,
      ...(id && { context: { message_id: id } }),
    },
  });
  return data as Json;
}

const interactive = ({ body_text: body, header_text: header, footer_text: footer }: Interactive, more: Json): Json => ({
  type: "interactive",
  interactive: {
    body: { text: body },
    ...(header && { header: { type: "text", text: header } }),
    ...(footer && { footer: { text: footer } }),
    ...more,
  },
});

export const messageHandlers: ToolHandlers = {
  sendReply: (args: To & { text?: string; preview_url?: boolean }, tools) =>
    send(args, { type: "text", text: { body: args.text, preview_url: args.preview_url ?? false } }, tools),
  sendButtons: (args: Interactive & { buttons?: Button[] }, tools) => {
    const { buttons = [] } = args;
    if (buttons.length === 0 || buttons.length > MAX_BUTTONS)
      return tools.fail(`WhatsApp shows 1 to ${MAX_BUTTONS} buttons. With more choices send a list.`);
    const action = { buttons: buttons.map(({ id, title }) => ({ type: "reply", reply: { id, title } })) };
    return send(args, interactive(args, { type: "button", action }), tools);
  },
  sendList: (args: Interactive & { button_text?: string; sections?: Section[] }, tools) => {
    const { sections = [] } = args;
    const rows = sections.reduce((count, { rows: list = [] }) => count + list.length, 0);
    if (rows === 0 || rows > MAX_ROWS) return tools.fail(`WhatsApp shows 1 to ${MAX_ROWS} rows in a list.`);
    return send(args, interactive(args, { type: "list", action: { button: args.button_text, sections } }), tools);
  },
};
