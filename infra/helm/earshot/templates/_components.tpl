{{/*
The services. Settings, secrets and network policies follow from these lines.
`uses`: kafka; database (own PostgreSQL role); s3 (presigned URLs only); bucket (s3 with credentials); bucketAdmin (creates
the bucket and its user); secretKey; adminKey; models (model files, external model servers and tools).
`lanes`: topics by whose lag the service scales. The consumer group is <service>.<topic>, as in libs/messaging.
*/}}
{{- define "earshot.services" -}}
gateway:
  uses: [kafka, s3, secretKey, adminKey]
  lanes: []
projects:
  uses: [kafka, database]
  lanes: [projects.commands]
inference:
  uses: [kafka, database, s3, secretKey, models]
  lanes: [inference.work, inference.commands]
interactions:
  uses: [kafka, database, s3]
  lanes: [interactions.recorded, interactions.commands]
feedback:
  uses: [kafka, database]
  lanes: [feedback.commands, interactions.recorded]
storage:
  uses: [kafka, database, s3, bucket]
  lanes: [storage.commands]
{{- end -}}

{{/* Jobs before a rollout, in the order of `weight`. */}}
{{- define "earshot.jobs" -}}
{{- if .Values.database.initialise }}
database:
  app: jobs
  weight: -30
  args: [infra/postgres/init.mjs]
  uses: [databaseAdmin]
{{- end }}
topics:
  app: jobs
  weight: -30
  args: [infra/kafka/create-topics.mjs]
  uses: [kafka]
{{- if .Values.s3.createBucket }}
bucket:
  app: jobs
  weight: -30
  args: [infra/local/servers/create-bucket.mjs]
  uses: [s3, bucketAdmin]
{{- end }}
{{- range $service, $component := include "earshot.services" . | fromYaml }}
{{- if has "database" $component.uses }}
{{ $service }}-migrations:
  app: {{ $service }}
  weight: -20
  args: [apps/{{ $service }}/bundle/database/migrate.js]
  uses: [database]
{{- end }}
{{- end }}
{{- end -}}
