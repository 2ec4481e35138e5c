#!/bin/sh
# Creates the key and certificate of the brokers once: the key for brokers only, the certificate for their clients.
set -eu
umask 077
store=/var/lib/kafka/data/broker.p12
if [ ! -s "$store" ]; then
  rm -f "$store.draft"
  keytool -genkeypair -alias broker -keystore "$store.draft" -storetype PKCS12 -storepass:env KAFKA_KEYSTORE_PASSWORD \
    -keyalg EC -groupname secp256r1 -dname CN=kafka -ext SAN=dns:kafka,dns:kafka-2,dns:kafka-3 -validity 3650
  mv "$store.draft" "$store"
fi
umask 022
keytool -exportcert -rfc -alias broker -keystore "$store" -storepass:env KAFKA_KEYSTORE_PASSWORD -file /mnt/shared/config/broker.pem
