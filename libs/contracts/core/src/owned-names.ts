/**
 * Names on the broker that begin with the service that owns them, so that brokers can be told who may do what by prefix.
 * Groups that share work are called `<service>.<topic>`.
 */

/** How every inbox begins: a topic for answers to one process, `inbox.<service>.<instance>.<uuid>`, read by a group of the same name. */
export const replyTopicsPrefix = 'inbox.';

/** How the inboxes of a service begin. */
export const replyTopicPrefix = (service: string): string => `${replyTopicsPrefix}${service}.`;

/** How the groups begin in which each process of a service reads state. */
export const replicaGroupPrefix = (service: string): string => `replicas.${service}.`;

/** How the groups begin in which a part of a topic is read once, by whichever process. */
export const rangeReaderGroupPrefix = 'range-reader.';
