/**
 * Creates missing topics of the contracts, and deletes unused reply topics. Settings: KAFKA_BROKERS (host:port,...),
 * KAFKA_CLIENT_PROPERTIES (a file; empty: neither TLS nor SASL), KAFKA_ACLS (`add` also adds the ACLs, which needs
 * permission to alter the cluster), KAFKA_PRINCIPAL (principal of a service, `User:earshot-{service}`).
 */
import { topics } from '@earshot/contracts';
import { addAcls, deleteAbandonedReplyTopics, ensureTopics, readClientProperties } from '@earshot/messaging';
import { aclEntries } from './acls.mjs';

const { KAFKA_BROKERS, KAFKA_CLIENT_PROPERTIES: file, KAFKA_ACLS: mode, KAFKA_PRINCIPAL: principal } = process.env;
const brokers = (KAFKA_BROKERS ?? '').split(',').filter((broker) => broker !== '');
if (brokers.length === 0) throw new Error('KAFKA_BROKERS must name at least one broker, as in 127.0.0.1:9092.');
if (mode && mode !== 'add') throw new Error(`KAFKA_ACLS must be add or empty; got ${mode}.`);
const kafka = { brokers, security: file ? readClientProperties(file) : undefined };
await ensureTopics(kafka, topics);
if (mode === 'add') await addAcls(kafka, aclEntries(principal || undefined));
await deleteAbandonedReplyTopics(kafka);
