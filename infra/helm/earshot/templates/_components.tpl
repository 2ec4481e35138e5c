{{/*
Who there is, and whom each may talk to: settings, secrets and network policies all follow from these lines.
`uses`: kafka; database (PostgreSQL, as its own role); s3 (presigned addresses alone); bucket (s3, with credentials); bucketAdmin (s3, as who makes the bucket and its user); secretKey; adminKey;
models (files of embedded models, and the model servers and tools outside).
`lanes`: the topics by whose lag it is scaled; the group is <service>.<topic>, as libs/messaging names it.
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

{{/* Everything that runs to its end before a rollout, in the order of `weight`. */}}
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
  args: [apps/{{ $service }}/dist/database/migrate.js]
  uses: [database]
{{- end }}
{{- end }}
{{- end -}}
