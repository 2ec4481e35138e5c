#!/bin/sh
# Sets the password of each Kafka user from .env. Shares the broker's network, to reach the listener without SASL.
# KAFKA_USERS: space-separated <user>=<password>.
set -eu
umask 077
for user in $KAFKA_USERS; do
  # In a file, because process arguments are visible to others.
  printf 'SCRAM-SHA-512=password=%s\n' "${user#*=}" > /tmp/credential
  # What kafka-configs.sh runs, which not every image has.
  /opt/kafka/bin/kafka-run-class.sh kafka.admin.ConfigCommand --bootstrap-server 127.0.0.1:9092 --alter \
    --entity-type users --entity-name "${user%%=*}" --add-config-file /tmp/credential
done
rm -f /tmp/credential
