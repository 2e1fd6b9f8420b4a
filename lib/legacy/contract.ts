/** The API from before version 3: each operation calls the function behind the operation of today. */
import { olderAccountsApi } from "./accounts/contract";
import { actionsApi } from "./actions/contract";
import { actionsV1Api } from "./actions/v1.contract";
import { appsApi } from "./apps/contract";
import { integrationsApi } from "./integrations/contract";
import { olderKeysApi } from "./keys/contract";
import { olderLogsApi } from "./logs/contract";
import { olderProjectApi } from "./project/contract";
import { olderTriggersApi } from "./triggers/contract";

export const legacyApi = {
  ...olderProjectApi,
  ...olderKeysApi,
  ...appsApi,
  ...integrationsApi,
  ...olderAccountsApi,
  ...actionsApi,
  ...actionsV1Api,
  ...olderTriggersApi,
  ...olderLogsApi,
};
