-- The consent leads back to its link, whose token a hash does not give. Nothing has written the column before.
ALTER TABLE "oauth_state" RENAME COLUMN "link_hash" TO "link";
