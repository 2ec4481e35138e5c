import kafkajs from 'kafkajs';
import { withBroker } from './broker/kafka/kafka-broker.js';
import type { KafkaAccess } from './broker/kafka/security/kafka-security.js';

const resources = { topic: kafkajs.AclResourceTypes.TOPIC, group: kafkajs.AclResourceTypes.GROUP };
const patterns = {
  literal: kafkajs.ResourcePatternTypes.LITERAL,
  prefixed: kafkajs.ResourcePatternTypes.PREFIXED,
};
const operations = {
  Read: kafkajs.AclOperationTypes.READ,
  Write: kafkajs.AclOperationTypes.WRITE,
  Create: kafkajs.AclOperationTypes.CREATE,
  Delete: kafkajs.AclOperationTypes.DELETE,
  Describe: kafkajs.AclOperationTypes.DESCRIBE,
  DescribeConfigs: kafkajs.AclOperationTypes.DESCRIBE_CONFIGS,
  Alter: kafkajs.AclOperationTypes.ALTER,
  AlterConfigs: kafkajs.AclOperationTypes.ALTER_CONFIGS,
};

/** One ACL that allows an operation from any host. */
export interface KafkaAcl {
  /** Kafka principal, for example `User:earshot-gateway`. */
  readonly principal: string;
  readonly resource: keyof typeof resources;
  readonly pattern: keyof typeof patterns;
  readonly name: string;
  readonly operation: keyof typeof operations;
}

/**
 * Adds ACLs to the brokers' authorizer. Idempotent; existing ACLs stay.
 *
 * @throws if no broker can be reached, there is no authorizer, or the process may not alter the cluster.
 */
export async function addAcls(kafka: KafkaAccess, acls: readonly KafkaAcl[]): Promise<void> {
  const entries = acls.map(({ principal, resource, pattern, name, operation }) => ({
    principal,
    host: '*',
    permissionType: kafkajs.AclPermissionTypes.ALLOW,
    resourceType: resources[resource],
    resourcePatternType: patterns[pattern],
    resourceName: name,
    operation: operations[operation],
  }));
  await withBroker(kafka, ({ admin }) => admin.addAcls(entries));
}
