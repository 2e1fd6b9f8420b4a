-- Whether an organization requires single sign-on of its members, and the owners who can still come by password.
-- An older copy of the app does not ask for it.
ALTER TABLE "organization" ADD COLUMN "requires_sso" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "member" ADD COLUMN "keeps_password" BOOLEAN NOT NULL DEFAULT false;
