// The demo's example data: people, a repository, mail, channels, and the OAuth apps that Patchbay uses there.

const PERSON = { name: "Ada Lovelace", email: "ada@example.com" };

/**
 * @param {string[]} redirectUris addresses that the consent pages can return to
 * @param {() => string} newSecret
 * @returns the seeds of the emulators, and each OAuth app's id and secret
 */
export function exampleApps(redirectUris, newSecret) {
  const app = (id) => ({ client_id: id, client_secret: newSecret() });
  const clients = {
    github: app("patchbay-demo"),
    google: app("patchbay-demo.apps.googleusercontent.com"),
    slack: app("1000.2000"),
  };
  const registered = (name) => ({ ...clients[name], name: "Patchbay demo", redirect_uris: redirectUris });
  const mail = (id, subject, body) => ({
    id,
    user_email: PERSON.email,
    from: "team@example.com",
    to: PERSON.email,
    subject,
    body_text: body,
    label_ids: ["INBOX", "UNREAD"],
  });
  const seeds = {
    github: {
      users: [{ login: "octocat", name: "The Octocat", email: "octocat@example.com" }],
      repos: [{ owner: "octocat", name: "hello-world", description: "A repository to try things on", auto_init: true }],
      oauth_apps: [registered("github")],
    },
    google: {
      users: [PERSON],
      oauth_clients: [registered("google")],
      messages: [
        mail("msg_welcome", "Welcome aboard", "Hello Ada, your first engine arrives on Monday."),
        mail("msg_invoice", "Invoice 1842", "The invoice for the punched cards is attached."),
      ],
    },
    slack: {
      team: { name: "Engines", domain: "engines" },
      users: [{ name: "ada", real_name: PERSON.name, email: PERSON.email }],
      channels: [
        { name: "general", topic: "Everything" },
        { name: "engines", topic: "Analytical ones" },
      ],
      oauth_apps: [registered("slack")],
    },
  };
  return { seeds, clients };
}
