/** Answers as large as apps give them, made up in the forms that their documentation shows, with what a task needs. */
import { day, hex, html, many, person, TEXT, uuid, WORDS, type LargeAnswer } from "./made-up";
import { MORE_LARGE_ANSWERS } from "./more-large-answers";

/** By the tool that would give them. */
export const LARGE_ANSWERS: Readonly<Record<string, LargeAnswer>> = {
  ...MORE_LARGE_ANSWERS,
  mail: {
    data: {
      messages: many((index) => ({
        messageId: hex(index, 16),
        threadId: hex(index + 9, 16),
        messageTimestamp: day(index),
        labelIds: ["UNREAD", "CATEGORY_UPDATES", "INBOX"],
        sender: `Ada Lovelace <ada${index}@example.com>`,
        subject: `Invoice ${1000 + index} for your order`,
        messageText: html(index),
        preview: { subject: `Invoice ${1000 + index} for your order`, body: TEXT },
        payload: { mimeType: "multipart/alternative", headers: [{ name: "Delivered-To", value: "bob@acme.org" }] },
        attachmentList: [],
      })),
    },
    fields: ["messages[*].messageId", "messages[*].sender", "messages[*].subject"],
  },
  issues: {
    data: {
      response_data: many((index) => ({
        url: `https://api.example.com/repos/acme/shop/issues/${1347 + index}`,
        labels_url: `https://api.example.com/repos/acme/shop/issues/${1347 + index}/labels{/name}`,
        id: 1_900_000_000 + index * 7919,
        number: 1347 + index,
        title: `The total of an order is wrong for customer ${index}`,
        user: person(index),
        labels: [{ id: 208_045_946, name: "bug", description: "Something is not working", color: "f29513" }],
        state: "open",
        assignee: person(index + 1),
        milestone: null,
        comments: index % 7,
        created_at: day(index),
        body: TEXT,
        reactions: { total_count: 0, "+1": 0, "-1": 0, laugh: 0, hooray: 0 },
      })),
    },
    fields: ["response_data[*].number", "response_data[*].title"],
  },
  chat: {
    data: {
      ok: true,
      messages: many((index) => ({
        type: "message",
        client_msg_id: uuid(index),
        app_id: `A0${hex(index + 2, 8).toUpperCase()}`,
        user: `U0${hex(index, 8).toUpperCase()}`,
        text: `We deployed build ${index}, ${WORDS.slice(0, 60)}`,
        ts: `17${11_929_600 + index}.${100_000 + index * 13}`,
        team: `T0${hex(index + 3, 8).toUpperCase()}`,
        blocks: [{ type: "rich_text", block_id: hex(index, 5), elements: [{ type: "text", text: TEXT }] }],
        reactions: [{ name: "thumbsup", users: [`U0${hex(index + 7, 8).toUpperCase()}`], count: 1 }],
        thread_ts: `17${11_929_600 + index}.${100_000 + index * 13}`,
        parent_user_id: `U0${hex(index + 8, 8).toUpperCase()}`,
        reply_users: [`U0${hex(index + 5, 8).toUpperCase()}`],
      })),
    },
    fields: ["messages.ts", "messages.text"],
  },
  events: {
    data: {
      items: many((index) => ({
        kind: "calendar#event",
        etag: `"${3_400_000_000_000 + index * 997}"`,
        id: hex(index, 26),
        htmlLink: `https://calendar.example.com/event?eid=${hex(index, 40)}`,
        summary: `Review of project ${index}`,
        description: TEXT,
        creator: { email: `ada${index}@example.com`, self: true },
        start: { dateTime: day(index), timeZone: "Europe/Berlin" },
        end: { dateTime: day(index + 1), timeZone: "Europe/Berlin" },
        attendees: [{ email: "bob@acme.org", responseStatus: "accepted" }],
        conferenceData: {
          conferenceId: `abc-${hex(index, 4)}-xyz`,
          entryPoints: [{ uri: "https://meet.example.com" }],
        },
        reminders: { useDefault: true },
      })),
    },
    fields: ["items.summary", "items.start.dateTime"],
  },
  contacts: {
    data: {
      results: many((index) => ({
        id: String(512_000 + index * 11),
        properties: {
          createdate: day(index),
          email: `customer${index}@example.com`,
          firstname: "Grace",
          lastname: `Hopper ${index}`,
          hs_object_id: String(512_000 + index * 11),
          hs_lifecyclestage_lead_date: day(index + 2),
          notes_last_updated: day(index + 3),
          company: "Acme Incorporated",
          phone: `+49 30 ${1_000_000 + index * 321}`,
          message: WORDS,
        },
        associations: { companies: { results: [{ id: String(index * 991), type: "contact_to_company" }] } },
        archived: false,
      })),
    },
    fields: ["results.properties.email"],
  },
  payments: {
    data: {
      data: many((index) => ({
        id: `ch_${hex(index, 24)}`,
        object: "charge",
        amount: 1999 + index * 100,
        balance_transaction: `txn_${hex(index + 1, 24)}`,
        billing_details: {
          address: { city: "Berlin", country: "DE", line1: null },
          email: "bob@acme.org",
          name: "Bob",
        },
        created: 1_711_929_600 + index * 86_400,
        currency: "eur",
        description: WORDS,
        outcome: { network_status: "approved_by_network", risk_level: "normal", risk_score: 12 },
        payment_method_details: { card: { brand: "visa", exp_month: 8, last4: "4242" }, type: "card" },
        receipt_url: `https://pay.example.com/receipts/${hex(index, 60)}`,
        status: "succeeded",
      })),
    },
    fields: ["data.amount", "data.status"],
  },
  pages: {
    data: {
      results: many((index) => ({
        object: "page",
        id: uuid(index),
        created_by: { object: "user", id: uuid(index + 5) },
        parent: { type: "database_id", database_id: uuid(index + 6) },
        properties: {
          Name: { id: "title", type: "title", title: [{ type: "text", plain_text: `Plan ${index}`, href: null }] },
          Notes: { id: hex(index, 4), type: "rich_text", rich_text: [{ type: "text", plain_text: TEXT }] },
        },
        url: `https://pages.example.com/Plan-${hex(index, 32)}`,
      })),
    },
    fields: ["results.properties.Name.title.plain_text"],
  },
  prices: {
    data: {
      rows: many((index) => ({
        time: 1_711_929_600_000 + index * 86_400_000,
        open: 123.45 + index,
        high: 130.1 + index,
        low: 120.02 + index,
        close: 125.5 + index,
        volume: 1_234_567 + index * 1001,
        trades: 4321 + index,
        average: 124.0175 + index,
      })),
    },
    fields: ["rows.close"],
  },
};
