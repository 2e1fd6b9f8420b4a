/** A tenant's own in the attacks: external services with secret keys, a logo, and the sign-in of a command line. */
import { storeLogo } from "@/lib/access/projects/logos";
import { setMailServer } from "@/lib/approval-messages/mail/set-mail-server";
import { setSlackApp } from "@/lib/approval-messages/slack/set-slack-app";
import { setLanguageModel } from "@/lib/llm/project-model";
import { setWebSearch } from "@/lib/web-search/search-for-project";
import { png } from "@/test/builders/images";
import { queryRows } from "@/test/setup/query-rows";

export async function setServices(projectId: string, mark: string): Promise<void> {
  await storeLogo(projectId, png(8, 8));
  const code = `${mark}-code-${projectId}`;
  await queryRows(
    "test.cli-session",
    `INSERT INTO cli_session (hash, code, scope, project_id, created_at, expires_at)
    VALUES ($1, $1, 'user', $2, now(), now() + interval '1 day')`,
    [code, projectId],
  );
  await setLanguageModel(projectId, {
    base_url: `https://${mark}.example.com/v1`,
    model: `${mark} model`,
    api_key: `${mark}-model-key`,
  });
  await setMailServer(projectId, {
    ...{ server: `${mark}-mail.example.com:587`, security: "starttls", user: `${mark} mailer` },
    ...{ password: `${mark}-mail-password`, from: `${mark}@example.com` },
  });
  await setSlackApp(projectId, {
    ...{ channel: "C1", bot_token: `xoxb-${mark}-bot-token`, signing_secret: `${mark}-signing-secret` },
  });
  await setWebSearch(projectId, {
    provider: "searxng",
    base_url: `https://${mark}-search.example.com`,
    api_key: `${mark}-search-key`,
  });
}
