#!/bin/sh
# Creates the broker's key and certificate once: the key for the broker only, the certificate for its clients.
set -eu
umask 077
store=/var/lib/kafka/data/broker.p12
if [ ! -s "$store" ]; then
  rm -f "$store.draft"
  keytool -genkeypair -alias broker -keystore "$store.draft" -storetype PKCS12 -storepass:env KAFKA_KEYSTORE_PASSWORD \
    -keyalg EC -groupname secp256r1 -dname CN=kafka -ext SAN=dns:kafka -validity 3650
  mv "$store.draft" "$store"
fi
umask 022
keytool -exportcert -rfc -alias broker -keystore "$store" -storepass:env KAFKA_KEYSTORE_PASSWORD -file /mnt/shared/config/broker.pem
