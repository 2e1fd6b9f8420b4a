/** The signed-in person, the projects that they may see, and their permissions in the current project. */
"use client";
import { useQuery } from "@tanstack/react-query";
import { signInApi } from "@/generated/addresses/access/sign-in";
import type { Permission } from "@/lib/contract/permission";
import { call, chooseProject, chosenProject, query } from "@/lib/contract/client";

const OWN_KEY = signInApi.getSession.id;

export const useSession = () =>
  useQuery({
    ...query(signInApi.getSession, {}),
    staleTime: 60_000,
    queryFn: async ({ client, signal }) => {
      const projectId = chosenProject();
      const session = await call(signInApi.getSession, {}, signal);
      // If the chosen project was deleted, the server took another: continue with the server's project, or every change
      // would be refused.
      if (projectId && projectId !== session.project_id && projectId === chosenProject()) {
        chooseProject(session.project_id);
        void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== OWN_KEY });
      }
      return session;
    },
  });

/**
 * Returns whether the person has a permission, so that a button can be left out; true until the server has answered.
 */
export const useMay = (permission: Permission): boolean => useSession().data?.permissions.includes(permission) ?? true;
