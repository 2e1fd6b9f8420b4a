-- Renewal in the background: when tokens were stored, and when the server looks at them next. An older copy of the app
-- beside this one writes neither; its renewals are noticed late, and cost one renewal more.
ALTER TABLE "connected_account" ADD COLUMN "tokens_at" TIMESTAMPTZ(3), ADD COLUMN "renew_at" TIMESTAMPTZ(3);
