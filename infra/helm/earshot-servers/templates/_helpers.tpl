{{- define "servers.selector" -}}
app.kubernetes.io/name: earshot-servers
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "servers.labels" -}}
{{ include "servers.selector" . }}
app.kubernetes.io/part-of: earshot
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* Port, user of the image, data folder, and other writable folders. /dev/shm: for parallel queries; engines give 64 MiB. */}}
{{- define "servers.all" -}}
kafka: { port: 9092, user: 1000, data: /var/lib/kafka/data, scratch: [/opt/kafka/config, /opt/kafka/logs, /tmp] }
postgres: { port: 5432, user: 999, data: /var/lib/postgresql, scratch: [/var/run/postgresql, /tmp, /dev/shm] }
minio: { port: 9000, user: 10001, data: /data, scratch: [/tmp] }
{{- end -}}

{{/* Matches infra/docker/backing.yml, which explains the settings. Pods of several have the ordinals 1 to 3, as ids. */}}
{{- define "servers.kafka" -}}
{{- $replicas := int .Values.kafka.replicas }}
{{- $domain := printf "%s-kafka.%s.svc" .Release.Name .Release.Namespace }}
{{- $voters := list }}
{{- range $id := untilStep 1 4 1 }}
{{- $voters = append $voters (printf "%d@%s-kafka-%d.%s:9093" $id $.Release.Name $id $domain) }}
{{- end }}
env:
  - { name: KAFKA_HEAP_OPTS, value: '-Xms256m -Xmx512m' }
  - { name: KAFKA_PROCESS_ROLES, value: 'broker,controller' }
  {{- if gt $replicas 1 }}
  - { name: POD, valueFrom: { fieldRef: { fieldPath: metadata.name } } }
  - name: KAFKA_NODE_ID
    valueFrom: { fieldRef: { fieldPath: "metadata.labels['apps.kubernetes.io/pod-index']" } }
  - { name: KAFKA_CONTROLLER_QUORUM_VOTERS, value: '{{ join "," $voters }}' }
  - { name: KAFKA_ADVERTISED_LISTENERS, value: 'PLAINTEXT://$(POD).{{ $domain }}:9092' }
  {{- else }}
  - { name: KAFKA_NODE_ID, value: '1' }
  - { name: KAFKA_CONTROLLER_QUORUM_VOTERS, value: '1@localhost:9093' }
  - { name: KAFKA_ADVERTISED_LISTENERS, value: 'PLAINTEXT://{{ $domain }}:9092' }
  {{- end }}
  - { name: KAFKA_CONTROLLER_LISTENER_NAMES, value: CONTROLLER }
  - { name: KAFKA_LISTENERS, value: 'PLAINTEXT://:9092,CONTROLLER://:9093' }
  - { name: KAFKA_LISTENER_SECURITY_PROTOCOL_MAP, value: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT' }
  - { name: KAFKA_INTER_BROKER_LISTENER_NAME, value: PLAINTEXT }
  # A subdirectory, because a volume may have lost+found.
  - { name: KAFKA_LOG_DIRS, value: /var/lib/kafka/data/log }
  - { name: KAFKA_AUTO_CREATE_TOPICS_ENABLE, value: 'false' }
  - { name: KAFKA_MIN_INSYNC_REPLICAS, value: '{{ max 1 (sub $replicas 1) }}' }
  - { name: KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR, value: '{{ $replicas }}' }
  - { name: KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS, value: '8' }
  - { name: KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR, value: '{{ $replicas }}' }
  - { name: KAFKA_TRANSACTION_STATE_LOG_MIN_ISR, value: '{{ max 1 (sub $replicas 1) }}' }
  - { name: KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS, value: '8' }
  - { name: KAFKA_SHARE_COORDINATOR_STATE_TOPIC_REPLICATION_FACTOR, value: '{{ $replicas }}' }
  - { name: KAFKA_SHARE_COORDINATOR_STATE_TOPIC_MIN_ISR, value: '{{ max 1 (sub $replicas 1) }}' }
  - { name: KAFKA_SHARE_COORDINATOR_STATE_TOPIC_NUM_PARTITIONS, value: '1' }
  - { name: KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS, value: '0' }
  - { name: KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS, value: '6000' }
  - { name: KAFKA_LOG_RETENTION_CHECK_INTERVAL_MS, value: '60000' }
  - { name: KAFKA_MESSAGE_MAX_BYTES, value: '2097152' }
  - { name: KAFKA_LOG_CLEANER_DEDUPE_BUFFER_SIZE, value: '16777216' }
readinessProbe:
  tcpSocket: { port: server }
  periodSeconds: 5
  failureThreshold: 6
{{- end -}}

{{/* kafka.brokers of the chart earshot. Each of several by its name: Earshot waits for as many before it creates topics. */}}
{{- define "servers.brokers" -}}
{{- $brokers := list (printf "%s-kafka:9092" .Release.Name) }}
{{- if gt (int .Values.kafka.replicas) 1 }}
{{- $brokers = list }}
{{- range $id := untilStep 1 4 1 }}
{{- $brokers = append $brokers (printf "%s-kafka-%d.%s-kafka.%s.svc:9092" $.Release.Name $id $.Release.Name $.Release.Namespace) }}
{{- end }}
{{- end }}
{{- join "," $brokers }}
{{- end -}}

{{- define "servers.postgres" -}}
args: ['-c', 'max_connections={{ .Values.postgres.maxConnections }}', '-c', 'shared_buffers=128MB', '-c', 'jit=off']
env:
  - name: POSTGRES_PASSWORD
    valueFrom: { secretKeyRef: { name: {{ .Values.postgres.secret }}, key: password } }
  - { name: POSTGRES_INITDB_ARGS, value: '--auth-host=scram-sha-256 --encoding=UTF8 --locale=C' }
readinessProbe:
  exec: { command: [pg_isready, --host=127.0.0.1, --username=postgres] }
  periodSeconds: 5
  failureThreshold: 6
{{- end -}}

{{- define "servers.minio" -}}
args: [server, --quiet, --address, ':9000', --certs-dir, /tmp/certs, /data]
env:
  - name: MINIO_ROOT_USER
    valueFrom: { secretKeyRef: { name: {{ .Values.minio.secret }}, key: access-key } }
  - name: MINIO_ROOT_PASSWORD
    valueFrom: { secretKeyRef: { name: {{ .Values.minio.secret }}, key: secret-key } }
  - { name: MINIO_BROWSER, value: 'off' }
  - { name: MINIO_UPDATE, value: 'off' }
  - { name: MINIO_CALLHOME_ENABLE, value: 'off' }
  - { name: MINIO_API_DELETE_CLEANUP_INTERVAL, value: 1m }
readinessProbe:
  httpGet: { path: /minio/health/ready, port: server }
  periodSeconds: 5
  failureThreshold: 6
{{- end -}}
