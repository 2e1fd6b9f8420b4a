-- Messages that ask members to decide about calls: by mail, and in Slack.
CREATE TABLE "project_mail" (
    "project_id" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "security" TEXT NOT NULL,
    "user_name" TEXT,
    "password" TEXT,
    "from_address" TEXT NOT NULL,
    "last_error" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_mail_pkey" PRIMARY KEY ("project_id")
);
CREATE TABLE "project_slack" (
    "project_id" TEXT NOT NULL,
    "api_url" TEXT,
    "channel" TEXT NOT NULL,
    "bot_token" TEXT NOT NULL,
    "signing_secret" TEXT NOT NULL,
    "last_error" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_slack_pkey" PRIMARY KEY ("project_id")
);
CREATE TABLE "approval_message" (
    "project_id" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "channel" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "sent_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "approval_message_pkey" PRIMARY KEY ("project_id", "call_id", "channel", "recipient")
);
CREATE INDEX "approval_message_expires_at_idx" ON "approval_message"("expires_at");
ALTER TABLE "approval_link" ADD COLUMN "member_id" TEXT;
