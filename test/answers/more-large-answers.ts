/** Twelve further answers as large as apps give them, in the forms that their documentation shows. */
import { day, hex, html, many, person, TEXT, uuid, WORDS, type LargeAnswer } from "./made-up";

const link = (place: string, index: number) => `https://api.example.com/${place}/${4000 + index}`;
const profile = (index: number) => ({
  self: link("users", index),
  accountId: `5b10${hex(index, 20)}`,
  emailAddress: `ada${index}@example.com`,
  avatarUrls: { "48x48": link("avatars/48", index), "24x24": link("avatars/24", index) },
  displayName: `Ada ${index}`,
  active: true,
  timeZone: "Europe/Berlin",
});

/** By the kind of things in them. */
export const MORE_LARGE_ANSWERS: Readonly<Record<string, LargeAnswer>> = {
  pulls: {
    data: {
      pull_requests: many((index) => ({
        url: link("pulls", index),
        diff_url: `${link("pulls", index)}.diff`,
        patch_url: `${link("pulls", index)}.patch`,
        number: 900 + index,
        state: "open",
        title: `Count the returns of shop ${index}`,
        user: person(index),
        body: TEXT,
        created_at: day(index),
        merge_commit_sha: hex(index, 40),
        requested_reviewers: [person(index + 2)],
        head: { ref: `returns-${index}`, sha: hex(index + 1, 40), repo: { full_name: "acme/shop", owner: person(1) } },
      })),
    },
    fields: ["pull_requests.number", "pull_requests.title"],
  },
  commits: {
    data: {
      commits: many((index) => ({
        sha: hex(index, 40),
        node_id: `C_kw${hex(index, 30)}`,
        commit: {
          author: { name: "Ada Lovelace", email: "ada@example.com", date: day(index) },
          message: `Round the total of order ${index} up`,
          tree: { sha: hex(index + 2, 40), url: link("trees", index) },
          verification: { verified: true, reason: "valid", signature: hex(index, 120) },
        },
        author: person(index),
        parents: [{ sha: hex(index + 3, 40), url: link("commits", index) }],
      })),
    },
    fields: ["commits.commit.message"],
  },
  files: {
    data: {
      kind: "drive#fileList",
      files: many((index) => ({
        kind: "drive#file",
        id: hex(index, 33),
        name: `Report of week ${index}.pdf`,
        mimeType: "application/pdf",
        parents: [hex(index + 4, 33)],
        webViewLink: link("file/view", index),
        iconLink: link("icons", index),
        thumbnailLink: link("thumbnails", index),
        owners: [{ displayName: "Ada", permissionId: String(10 ** 15 + index), emailAddress: "ada@example.com" }],
        capabilities: { canEdit: true, canCopy: true, canShare: false, canDownload: true, canTrash: false },
        md5Checksum: hex(index + 5, 32),
        modifiedTime: day(index),
      })),
    },
    fields: ["files.id", "files.name"],
  },
  tickets: {
    data: {
      tickets: many((index) => ({
        url: link("tickets", index),
        id: 35_000 + index,
        via: {
          channel: "email",
          source: { from: { address: `c${index}@example.com` }, to: { address: "help@acme.org" } },
        },
        created_at: day(index),
        subject: `Parcel ${index} has not arrived`,
        description: `${TEXT}${TEXT}`,
        priority: "normal",
        status: index % 2 ? "open" : "pending",
        requester_id: 20_978_392 + index,
        custom_fields: [
          { id: 27_642, value: "745" },
          { id: 27_648, value: null },
        ],
        satisfaction_rating: { id: 1234 + index, score: "good", comment: WORDS },
        tags: ["delivery", "europe"],
      })),
    },
    fields: ["tickets.subject", "tickets.status"],
  },
  backlog: {
    data: {
      issues: many((index) => ({
        expand: "operations,versionedRepresentations,editmeta,changelog,renderedFields",
        id: String(10_000 + index),
        self: link("issue", index),
        key: `SHOP-${index}`,
        fields: {
          summary: `Let customer ${index} change the address`,
          reporter: profile(index),
          assignee: profile(index + 3),
          status: { self: link("status", 3), iconUrl: link("icons", 3), name: "In Progress", id: "3" },
          description: {
            type: "doc",
            version: 1,
            content: [{ type: "paragraph", content: [{ type: "text", text: TEXT }] }],
          },
          created: day(index),
        },
      })),
    },
    fields: ["issues.key", "issues.fields.summary"],
  },
  tasks: {
    data: {
      data: many((index) => ({
        gid: String(1_200_000_000 + index),
        resource_type: "task",
        name: `Call supplier ${index}`,
        notes: TEXT,
        html_notes: html(index),
        due_on: day(index).slice(0, 10),
        completed: false,
        memberships: [{ project: { gid: String(12_000 + index), resource_type: "project", name: "Spring" } }],
        custom_fields: [{ gid: String(99_000 + index), name: "Estimate", type: "number", number_value: index }],
        permalink_url: link("tasks", index),
      })),
    },
    fields: ["data.name", "data.due_on"],
  },
  orders: {
    data: {
      orders: many((index) => ({
        id: 450_789_469 + index,
        admin_graphql_api_id: `gid://shopify/Order/${450_789_469 + index}`,
        email: `customer${index}@example.com`,
        total_price: `${100 + index}.95`,
        created_at: day(index),
        browser_ip: "203.0.113.7",
        line_items: [{ id: 466_157 + index, title: "Lamp", quantity: 1, price: "99.00", tax_lines: [{ rate: 0.19 }] }],
        shipping_address: { address1: "Main Street 1", city: "Berlin", zip: "10115", country: "Germany" },
        client_details: { user_agent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36", browser_width: 1280 },
        note: WORDS,
      })),
    },
    fields: ["orders.email", "orders.total_price"],
  },
  inbox: {
    data: {
      value: many((index) => ({
        "@odata.etag": `W/"${hex(index, 20)}"`,
        id: `AAMkAG${hex(index, 70)}`,
        changeKey: hex(index + 2, 24),
        receivedDateTime: day(index),
        subject: `Offer ${index} for chairs`,
        bodyPreview: TEXT,
        body: { contentType: "html", content: html(index) },
        from: { emailAddress: { name: "Grace", address: `grace${index}@example.com` } },
        internetMessageId: `<${uuid(index)}@example.com>`,
      })),
    },
    fields: ["value.subject", "value.from.emailAddress.address"],
  },
  deals: {
    data: {
      records: many((index) => ({
        attributes: { type: "Opportunity", url: `/services/data/v60.0/sobjects/Opportunity/006${hex(index, 15)}` },
        Id: `006${hex(index, 15)}`,
        Name: `Chairs for floor ${index}`,
        Amount: 12_000 + index * 250,
        StageName: "Negotiation",
        Description: TEXT,
        OwnerId: `005${hex(index + 1, 15)}`,
        SystemModstamp: day(index),
        Account: { attributes: { type: "Account", url: link("accounts", index) }, BillingCity: "Berlin" },
      })),
    },
    fields: ["records.Name", "records.Amount"],
  },
  table: {
    data: {
      records: many((index) => ({
        id: `rec${hex(index, 14)}`,
        createdTime: day(index),
        fields: {
          Product: `Lamp ${index}`,
          Stock: 10 + index,
          Notes: TEXT,
          Photos: [
            { id: `att${hex(index, 14)}`, url: link("photos", index), filename: "lamp.jpg", size: 120_000 + index },
          ],
          Suppliers: [`rec${hex(index + 6, 14)}`, `rec${hex(index + 7, 14)}`],
          "Last changed by": { id: `usr${hex(index, 14)}`, email: "ada@example.com", name: "Ada" },
        },
      })),
    },
    fields: ["records.fields.Product", "records.fields.Stock"],
  },
  videos: {
    data: {
      items: many((index) => ({
        kind: "youtube#searchResult",
        etag: hex(index, 27),
        id: { kind: "youtube#video", videoId: hex(index, 11) },
        snippet: {
          publishedAt: day(index),
          channelId: `UC${hex(index, 22)}`,
          title: `How to repair lamp ${index}`,
          description: TEXT,
          thumbnails: {
            default: { url: link("vi", index), width: 120, height: 90 },
            high: { url: link("vi/hq", index) },
          },
          channelTitle: "Lamps",
        },
      })),
    },
    fields: ["items.id.videoId", "items.snippet.title"],
  },
  logs: {
    data: {
      hits: many((index) => ({
        _index: "shop-2026.11",
        _id: hex(index, 20),
        _score: 1.5,
        _source: {
          "@timestamp": day(index),
          message: `The payment of order ${index} was refused`,
          host: { name: `web-${index % 4}`, ip: ["10.0.0.7"], os: { platform: "linux", version: "6.8" } },
          trace: { id: hex(index, 32), span: hex(index + 1, 16) },
          stack: `${TEXT}${WORDS}`,
          labels: { region: "eu-central", team: "payments" },
        },
      })),
    },
    fields: ["hits._source.message"],
  },
};
