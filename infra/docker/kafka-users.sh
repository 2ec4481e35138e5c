#!/bin/sh
# Gives each user of Kafka the password that .env has for it. Runs in the network of the broker's container, whose listener without SASL
# nobody else reaches. KAFKA_USERS: <user>=<password>, separated by spaces.
set -eu
umask 077
for user in $KAFKA_USERS; do
  # In a file: arguments of a process can be seen by others.
  printf 'SCRAM-SHA-512=password=%s\n' "${user#*=}" > /tmp/credential
  /opt/kafka/bin/kafka-configs.sh --bootstrap-server 127.0.0.1:9092 --alter \
    --entity-type users --entity-name "${user%%=*}" --add-config-file /tmp/credential
done
rm -f /tmp/credential
