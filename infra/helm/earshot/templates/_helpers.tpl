{{- define "earshot.fullname" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 40 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}{{ end }}
{{- end -}}

{{/* Selector labels of this release's pods. */}}
{{- define "earshot.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "earshot.labels" -}}
{{ include "earshot.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: earshot
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* Argument: (dict "root" $ "app" "gateway"). */}}
{{- define "earshot.image" -}}
{{- with .root.Values.image.registry }}{{ trimSuffix "/" . }}/{{ end }}earshot-{{ .app }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}
{{- end -}}

{{- define "earshot.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{- define "earshot.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* Environment variables for what a process uses. Argument: (dict "root" $ "service" "storage" "uses" (list "kafka")). */}}
{{- define "earshot.connections" -}}
{{- $values := .root.Values }}
{{- if $values.secrets.authorities }}
- name: NODE_EXTRA_CA_CERTS
  value: /authorities/ca.pem
{{- end }}
{{- if has "kafka" .uses }}
- name: KAFKA_BROKERS
  value: {{ $values.kafka.brokers | quote }}
{{- if $values.secrets.kafka }}
- name: KAFKA_CLIENT_PROPERTIES
  value: /kafka/client.properties
{{- end }}
{{- if $values.secrets.kafkaUsers }}
- name: KAFKA_USERNAME
  value: earshot-{{ .service }}
- name: KAFKA_PASSWORD
  {{- include "earshot.secret" (dict "secret" $values.secrets.kafkaUsers "key" (printf "%s-password" .service)) | nindent 2 }}
{{- end }}
{{- if and (eq .service "jobs") $values.kafka.addAcls }}
- name: KAFKA_ACLS
  value: add
{{- end }}
{{- end }}
{{- if has "database" .uses }}
- name: DATABASE_URL
  {{- include "earshot.secret" (dict "secret" $values.secrets.database "key" (printf "%s-url" .service)) | nindent 2 }}
{{- end }}
{{- if has "databaseAdmin" .uses }}
- name: DATABASE_ADMIN_URL
  {{- include "earshot.secret" (dict "secret" $values.secrets.databaseAdmin "key" "admin-url") | nindent 2 }}
- name: SERVICE_PASSWORDS
  {{- include "earshot.secret" (dict "secret" $values.secrets.databaseAdmin "key" "service-passwords") | nindent 2 }}
- name: SERVICE_CONNECTION_LIMIT
  value: {{ include "earshot.connectionsPerService" .root | quote }}
{{- end }}
{{- if or (has "bucket" .uses) (has "bucketAdmin" .uses) }}
{{- $secret := $values.secrets.bucket }}
{{- if and (has "bucketAdmin" .uses) $values.secrets.bucketAdmin }}
{{- $secret = $values.secrets.bucketAdmin }}
- name: S3_USER_ACCESS_KEY
  {{- include "earshot.secret" (dict "secret" $values.secrets.bucket "key" "access-key") | nindent 2 }}
- name: S3_USER_SECRET_KEY
  {{- include "earshot.secret" (dict "secret" $values.secrets.bucket "key" "secret-key") | nindent 2 }}
{{- end }}
- name: S3_ENDPOINT
  value: {{ $values.s3.endpoint | quote }}
- name: S3_REGION
  value: {{ $values.s3.region | quote }}
- name: S3_BUCKET
  value: {{ $values.s3.bucket | quote }}
- name: S3_ACCESS_KEY
  {{- include "earshot.secret" (dict "secret" $secret "key" "access-key") | nindent 2 }}
- name: S3_SECRET_KEY
  {{- include "earshot.secret" (dict "secret" $secret "key" "secret-key") | nindent 2 }}
{{- end }}
{{- if has "secretKey" .uses }}
- name: EARSHOT_SECRET_KEY
  {{- include "earshot.secret" (dict "secret" $values.secrets.application "key" "secret-key") | nindent 2 }}
- name: EARSHOT_SECRET_KEYS_ACCEPTED
  {{- include "earshot.secret" (dict "secret" $values.secrets.application "key" "accepted-secret-keys" "optional" true) | nindent 2 }}
{{- end }}
{{- if has "adminKey" .uses }}
- name: EARSHOT_ADMIN_KEY
  {{- include "earshot.secret" (dict "secret" $values.secrets.application "key" "admin-key") | nindent 2 }}
{{- end }}
{{- if has "models" .uses }}
- name: EARSHOT_MODELS_DIR
  value: {{ $values.models.directories | quote }}
{{- end }}
{{- end -}}

{{/* Volumes for what a process uses. Same argument. */}}
{{- define "earshot.volumes" -}}
{{- if .root.Values.secrets.authorities }}
- name: authorities
  secret:
    secretName: {{ .root.Values.secrets.authorities }}
{{- end }}
{{- if and (has "kafka" .uses) .root.Values.secrets.kafka }}
- name: kafka
  secret:
    secretName: {{ .root.Values.secrets.kafka }}
{{- end }}
{{- if and (has "models" .uses) .root.Values.models.existingClaim }}
- name: models
  persistentVolumeClaim:
    claimName: {{ .root.Values.models.existingClaim }}
    readOnly: true
{{- end }}
{{- end -}}

{{- define "earshot.mounts" -}}
{{- if .root.Values.secrets.authorities }}
- name: authorities
  mountPath: /authorities
  readOnly: true
{{- end }}
{{- if and (has "kafka" .uses) .root.Values.secrets.kafka }}
- name: kafka
  mountPath: /kafka
  readOnly: true
{{- end }}
{{- if and (has "models" .uses) .root.Values.models.existingClaim }}
- name: models
  mountPath: /models
  readOnly: true
{{- end }}
{{- end -}}

{{- define "earshot.secret" -}}
valueFrom:
  secretKeyRef:
    name: {{ .secret }}
    key: {{ .key }}
    {{- if hasKey . "optional" }}
    optional: true
    {{- end }}
{{- end -}}

{{/* Port of probes and metrics; the gateway uses its public port. */}}
{{- define "earshot.port" -}}
{{ ternary 8080 8081 (eq . "gateway") }}
{{- end -}}

{{/* Connection limit per role: a pool of 10 per concurrent process, one more during a rollout, and a migration. */}}
{{- define "earshot.connectionsPerService" -}}
{{- $most := 1 }}
{{- range .Values.services }}
{{- $most = max $most (ternary .autoscaling.maxReplicas .replicas $.Values.autoscaling.enabled) }}
{{- end }}
{{- add (mul 10 (add $most 1)) 5 }}
{{- end -}}

{{/* Public paths, without /livez, /readyz and /metrics. */}}
{{- define "earshot.publicPaths" -}}
["/anthropic", "/api", "/artifacts", "/console", "/docs", "/images", "/openai", "/openapi.json"]
{{- end -}}

{{/* Brokers as KEDA resolves them from its namespace; a name without a dot is in this namespace. */}}
{{- define "earshot.qualifiedBrokers" -}}
{{- $brokers := list }}
{{- range splitList "," .Values.kafka.brokers }}
{{- $host := first (splitList ":" .) }}
{{- $brokers = append $brokers (ternary . (printf "%s.%s.svc:%s" $host $.Release.Namespace (last (splitList ":" .))) (contains "." $host)) }}
{{- end }}
{{- join "," $brokers }}
{{- end -}}
