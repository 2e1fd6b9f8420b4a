-- When the person of a session last proved themselves. An older copy of the app leaves it empty: then the start counts.
ALTER TABLE "user_session" ADD COLUMN "proven_at" TIMESTAMPTZ(3);
