/**
 * Names on the broker that start with their owner, so that ACLs can use prefixes. Consumer groups of services are named
 * `<service>.<topic>`.
 */

/** Prefix of reply topics, `inbox.<service>.<instance>.<uuid>`, and of their consumer groups. */
export const replyTopicsPrefix = 'inbox.';

/** Prefix of the reply topics of a service. */
export const replyTopicPrefix = (service: string): string => `${replyTopicsPrefix}${service}.`;

/** Prefix of the consumer groups in which processes of a service read state. */
export const replicaGroupPrefix = (service: string): string => `replicas.${service}.`;

/** Prefix of temporary consumer groups, which read a range of a topic or its new records. */
export const rangeReaderGroupPrefix = 'range-reader.';
