/** @typedef {{ address: string, admin: number, services: number, controller: number }} BrokerPorts */

/** The login module of the SERVICES listener and its clients. */
export const plainLogin = 'org.apache.kafka.common.security.plain.PlainLoginModule required';

/** Copies of a partition, at most. */
const maxCopies = 3;

/**
 * Returns the settings of a broker.
 *
 * @param {object} broker
 * @param {number} broker.id From 1.
 * @param {readonly BrokerPorts[]} broker.ports With addresses, of all brokers, in the order of their ids.
 * @param {string} broker.data Folder.
 * @param {string} broker.users Users of the SERVICES listener with their passwords, in the format of the login module.
 */
export function serverProperties({ id, ports, data, users }) {
  const own = ports[id - 1];
  if (own === undefined) throw new Error(`No ports of broker ${id}.`);
  const { address, admin, services, controller } = own;
  const voters = ports.map((each, index) => `${index + 1}@${each.address}:${each.controller}`);
  const copies = Math.min(ports.length, maxCopies);
  // With three copies one broker can be away without stopping writes.
  const inSync = Math.max(copies - 1, 1);
  return `# Written at every start by infra/local/servers/kafka.mjs.
process.roles=broker,controller
node.id=${id}
controller.quorum.voters=${voters.join(',')}
controller.listener.names=CONTROLLER
# PLAINTEXT is for jobs and tests of this machine, which may do everything; at SERVICES each service is its own user, with its own ACLs.
listeners=PLAINTEXT://${address}:${admin},SERVICES://${address}:${services},CONTROLLER://${address}:${controller}
advertised.listeners=PLAINTEXT://${address}:${admin},SERVICES://${address}:${services}
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,SERVICES:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT
sasl.enabled.mechanisms=PLAIN
listener.name.services.plain.sasl.jaas.config=${plainLogin} ${users};
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS
inter.broker.listener.name=PLAINTEXT
log.dirs=${data.replaceAll('\\', '\\\\')}
# Topics are created from the contracts (infra/kafka/create-topics.mjs); a misspelt name must be an error.
auto.create.topics.enable=false
min.insync.replicas=${inSync}
# Few partitions of internal topics: each is a file and work at the start.
offsets.topic.replication.factor=${copies}
offsets.topic.num.partitions=8
transaction.state.log.replication.factor=${copies}
transaction.state.log.min.isr=${inSync}
transaction.state.log.num.partitions=8
share.coordinator.state.topic.replication.factor=${copies}
share.coordinator.state.topic.min.isr=${inSync}
share.coordinator.state.topic.num.partitions=1
# A group is complete when its processes are up; waiting for more members would delay the first message.
group.initial.rebalance.delay.ms=0
# The session timeout of Earshot's consumers (libs/messaging).
group.min.session.timeout.ms=6000
# Requests of clients are deleted within 6 minutes, not 10 (libs/contracts/core).
log.retention.check.interval.ms=60000
# Records stay below 1 MiB; a batch may hold two of them.
message.max.bytes=2097152
# Threads and records that an idle broker is woken by: a few threads are enough here, a sign of life of the controller every 5 s too.
num.network.threads=1
num.io.threads=4
group.coordinator.threads=1
metadata.max.idle.interval.ms=5000
# The default, 128 MiB, is half of the heap in one piece. 16 MiB are enough for 600,000 keys of compacted topics.
log.cleaner.dedupe.buffer.size=16777216
`;
}
