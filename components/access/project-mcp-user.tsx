/** The user that MCP addresses without a user call for. Such addresses are refused while the field is empty. */
"use client";
import { useQueryClient } from "@tanstack/react-query";
import { ErrorState } from "@/components/parts/display/error-state";
import { Field } from "@/components/parts/forms/field";
import { Form } from "@/components/parts/forms/form";
import { SaveButton } from "@/components/parts/forms/save-button";
import { useForm } from "@/components/parts/forms/use-form";
import { useLeaveGuard } from "@/components/parts/forms/use-leave-guard";
import { useToast } from "@/components/parts/shell/toast";
import { Input } from "@/components/ui/input";
import { accessApi } from "@/generated/addresses/access";
import { mutation } from "@/lib/contract/client";
import { PROJECT_READERS, type Project } from "./project-readers";
import { useMay } from "./use-session";

function useMcpUser(project: Project) {
  const toast = useToast();
  const update = mutation(accessApi.updateProject, useQueryClient(), { refresh: PROJECT_READERS });
  const saved = project.mcp_default_user_id ?? "";
  const form = useForm({
    schema: () => import("./form-schemas").then(({ McpUser }) => McpUser),
    initial: { mcp_default_user_id: saved },
    words: { mcp_default_user_id: "Use at most 500 characters and no line breaks." },
    submit: async ({ mcp_default_user_id = null }) => {
      await update.mutationFn({ body: { mcp_default_user_id } });
      toast(mcp_default_user_id ? "URLs without a user work" : "URLs without a user are rejected");
      await update.onSuccess();
    },
  });
  const dirty = (form.values.mcp_default_user_id ?? "").trim() !== saved;
  useLeaveGuard(dirty);
  return { form, dirty, saved };
}

/** The help text: who can call as the user, which depends on whether the project asks for a key. */
function toHelp(saved: string, asksForKey: boolean): string {
  if (saved === "") return "If empty, URLs without a user are rejected unless the client has signed in.";
  return asksForKey
    ? `Anyone with an API key can call any MCP server as ${saved} with a URL without user_id.`
    : `Anyone who knows an MCP server’s URL can call it as ${saved}. Require an API key to prevent that.`;
}

export function ProjectMcpUser({ project }: { project: Project }) {
  const { form, dirty, saved } = useMcpUser(project);
  const mayChange = useMay("project:write");
  return (
    <Form still onSubmit={form.onSubmit}>
      <Field
        label="Default user"
        optional
        help={toHelp(saved, project.require_mcp_api_key ?? true)}
        error={form.error("mcp_default_user_id")}
      >
        {(wiring) => (
          <Input
            autoComplete="off"
            spellCheck={false}
            placeholder="default"
            {...wiring}
            {...form.control("mcp_default_user_id")}
          />
        )}
      </Field>
      {form.failure ? <ErrorState title="Couldn’t change the setting" error={form.failure} /> : null}
      <SaveButton pending={form.pending} dirty={dirty} mayChange={mayChange} saving="Saving user">
        Save user
      </SaveButton>
    </Form>
  );
}
