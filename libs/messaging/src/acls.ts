import kafkajs from 'kafkajs';
import { KafkaBroker } from './broker/kafka/kafka-broker.js';
import type { KafkaAccess } from './broker/kafka/security/kafka-security.js';
import { silent } from './logger.js';

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

/** One thing that brokers are to let somebody do, from any host. */
export interface KafkaAcl {
  /** As Kafka names it, for example `User:earshot-gateway`. */
  readonly principal: string;
  readonly resource: keyof typeof resources;
  readonly pattern: keyof typeof patterns;
  readonly name: string;
  readonly operation: keyof typeof operations;
}

/**
 * Adds ACLs to the brokers' authorizer. Those that are there already stay, others too. Can be repeated.
 *
 * @throws if the brokers can't be reached, have no authorizer, or do not let this process alter the cluster.
 */
export async function addAcls(kafka: KafkaAccess, acls: readonly KafkaAcl[]): Promise<void> {
  const broker = new KafkaBroker(kafka, 'add-acls', silent);
  try {
    await broker.admin.addAcls(
      acls.map(({ principal, resource, pattern, name, operation }) => ({
        principal,
        host: '*',
        permissionType: kafkajs.AclPermissionTypes.ALLOW,
        resourceType: resources[resource],
        resourcePatternType: patterns[pattern],
        resourceName: name,
        operation: operations[operation],
      })),
    );
  } finally {
    await broker.close();
  }
}
