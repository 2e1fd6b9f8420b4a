-- Where the events of a trigger are sent in place of the URL of each webhook subscription.
ALTER TABLE "trigger_instance" ADD COLUMN "egress_url" TEXT;
