{{- define "patchbay.fullname" -}}
{{- if contains "patchbay" .Release.Name -}}
{{- .Release.Name | trunc 53 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-patchbay" (.Release.Name | trunc 44) | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "patchbay.selector" -}}
app.kubernetes.io/name: patchbay
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "patchbay.labels" -}}
{{ include "patchbay.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* One variable of the environment, if it has a value. */}}
{{- define "patchbay.setting" -}}
{{- if index . 1 }}
- name: {{ index . 0 }}
  value: {{ index . 1 | toString | quote }}
{{- end }}
{{- end -}}

{{/* The secrets: setting -> name of the Secret and its entry. They are mounted as files with the setting's name. */}}
{{- define "patchbay.secrets" -}}
{{- $secrets := dict
  "PATCHBAY_SECRET" (dict "existingSecret" .Values.secret.existingSecret "key" .Values.secret.key)
  "DATABASE_URL" (dict "existingSecret" .Values.database.existingSecret "key" .Values.database.key) -}}
{{- with .Values.secret.previousKey -}}
{{- $_ := set $secrets "PATCHBAY_SECRET_PREVIOUS" (dict "existingSecret" $.Values.secret.existingSecret "key" .) -}}
{{- end -}}
{{- if and .Values.s3.bucket .Values.s3.existingSecret -}}
{{- $_ := set $secrets "PATCHBAY_S3_ACCESS_KEY_ID" (dict "existingSecret" .Values.s3.existingSecret "key" .Values.s3.accessKeyIdKey) -}}
{{- $_ := set $secrets "PATCHBAY_S3_SECRET_ACCESS_KEY" (dict "existingSecret" .Values.s3.existingSecret "key" .Values.s3.secretAccessKeyKey) -}}
{{- end -}}
{{- if and (eq .Values.workbench.mode "gateway") .Values.workbench.gateway.existingSecret -}}
{{- $_ := set $secrets "PATCHBAY_WORKBENCH_GATEWAY_TOKEN" (dict "existingSecret" .Values.workbench.gateway.existingSecret "key" .Values.workbench.gateway.tokenKey) -}}
{{- end -}}
{{- merge $secrets .Values.secretSettings | toYaml -}}
{{- end -}}
