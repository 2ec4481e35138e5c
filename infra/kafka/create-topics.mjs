/**
 * Creates the topics that the contracts declare, as far as they are missing, and deletes inboxes that nobody reads any more. Settings:
 * KAFKA_BROKERS (host:port,...), KAFKA_CLIENT_PROPERTIES (a file; none: neither TLS nor SASL), and KAFKA_ACLS: `add` also adds the ACLs of each
 * service, for which the user of the properties must be allowed to alter the cluster. KAFKA_PRINCIPAL: how brokers call a service
 * (`User:earshot-{service}`).
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
