-- Where a person signed in, and when they were last there. An older copy of the app leaves them empty.
ALTER TABLE "user_session" ADD COLUMN "device" TEXT,
ADD COLUMN "address" TEXT,
ADD COLUMN "last_used_at" TIMESTAMPTZ(3);
