-- Each preflight of a browser looks for a project that lists its origin.
CREATE INDEX CONCURRENTLY "project_browser_origins_idx" ON "project" USING GIN (("config"->'browserOrigins'));
