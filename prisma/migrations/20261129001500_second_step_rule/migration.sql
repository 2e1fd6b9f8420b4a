-- Whether an organization requires two-step sign-in of its members. An older copy of the app does not ask for it.
ALTER TABLE "organization" ADD COLUMN "requires_second_step" BOOLEAN NOT NULL DEFAULT false;
