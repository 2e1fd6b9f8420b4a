/**
 * Translates the operator's apps between wire names and ours. A secret of the operator is never shown, independent of a
 * project's setting.
 */
import type { z } from "zod";
import type { authConfigsApi } from "./contract";
import type { ListedApp, ManagedAppChange, NewManagedApp } from "./managed-apps";
import { findManagedSubjects, type ManagedSubject } from "./managed-subjects";
import { maskSecret } from "./mask-secret";

type Api = typeof authConfigsApi;
type Wire = z.input<Api["createManagedApp"]["response"]>;

const whole = <T>(items: T[]) => ({
  items,
  next_cursor: null,
  total_pages: 1,
  current_page: 1,
  total_items: items.length,
});

const toWire = (app: ListedApp, subject: ManagedSubject | undefined): Wire => ({
  id: app.id,
  kind: app.kind,
  key: app.key,
  name: subject?.name ?? app.key,
  client_id: app.clientId,
  client_secret: maskSecret(app.clientSecret),
  scopes: [...app.scopes],
  auth_configs: app.authConfigs,
  toolkits: subject?.toolkits ?? [],
  redirect_uri: subject?.redirectUri ?? "",
  ...(subject?.guideUrl && { guide_url: subject.guideUrl }),
  created_at: app.createdAt.toISOString(),
  updated_at: app.updatedAt.toISOString(),
});

const subjectOf = (subjects: readonly ManagedSubject[], { kind, key }: ListedApp) =>
  subjects.find((subject) => subject.kind === kind && subject.key === key);

/** One app with what the catalog knows about it. */
export const toManagedApp = async (app: ListedApp): Promise<Wire> =>
  toWire(app, subjectOf(await findManagedSubjects(), app));

/** All of them on one page: there are as many as an operator has typed in. */
export async function toManagedApps(apps: readonly ListedApp[]): Promise<z.input<Api["listManagedApps"]["response"]>> {
  const subjects = await findManagedSubjects();
  return whole(apps.map((app) => toWire(app, subjectOf(subjects, app))));
}

export const toManagedSubjects = (
  subjects: readonly ManagedSubject[],
): z.input<Api["listManagedSubjects"]["response"]> =>
  whole(
    subjects.map(({ kind, key, name, toolkits, redirectUri, guideUrl }) => ({
      kind,
      key,
      name,
      toolkits,
      redirect_uri: redirectUri,
      ...(guideUrl && { guide_url: guideUrl }),
    })),
  );

export const toNewManagedApp = ({
  kind,
  key,
  client_id: clientId,
  client_secret: clientSecret,
  scopes,
}: z.output<Api["createManagedApp"]["body"]>): NewManagedApp => ({ kind, key, clientId, clientSecret, scopes });

export const toManagedAppChange = ({
  client_id: clientId,
  client_secret: clientSecret,
  scopes,
}: z.output<Api["updateManagedApp"]["body"]>): ManagedAppChange => ({ clientId, clientSecret, scopes });
