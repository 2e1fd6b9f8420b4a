/** The API from before version 3: each operation calls the function behind the operation of today. */
import { olderAccountsApi } from "./accounts/contract";
import { actionsApi, actionsV1Api } from "./actions/contract";
import { appsApi, ownAppsApi } from "./apps/contract";
import { integrationsApi } from "./integrations/contract";
import { olderProjectApi } from "./project/contract";
import { olderTriggersApi } from "./triggers/contract";

export const legacyApi = {
  ...olderProjectApi,
  ...appsApi,
  ...ownAppsApi,
  ...integrationsApi,
  ...olderAccountsApi,
  ...actionsApi,
  ...actionsV1Api,
  ...olderTriggersApi,
};
