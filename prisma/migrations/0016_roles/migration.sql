-- Roles are owner, admin, developer, viewer and auditor. What stood for "not an owner" before builds and runs.
UPDATE "member" SET "role" = 'developer' WHERE "role" = 'member';
UPDATE "member" SET "role" = 'viewer' WHERE "role" NOT IN ('owner', 'admin', 'developer', 'viewer', 'auditor');
