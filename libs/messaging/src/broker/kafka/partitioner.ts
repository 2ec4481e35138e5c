import kafkajs, { type ICustomPartitioner } from 'kafkajs';
import { stickyPartitionMs } from '../../timing.js';

/**
 * Kafka's default partitioner: the murmur2 hash of the key; without a key one partition for a while, then the next
 * (KIP-480). A partition that the record names wins.
 */
export const partitioner: ICustomPartitioner = () => {
  const byKey = kafkajs.Partitioners.DefaultPartitioner();
  return (record) => {
    const { partitionMetadata, message } = record;
    if (message.partition !== undefined || (message.key !== null && message.key !== undefined)) return byKey(record);
    const led = partitionMetadata.filter(({ leader }) => leader >= 0);
    const candidates = led.length > 0 ? led : partitionMetadata;
    return candidates[Math.floor(Date.now() / stickyPartitionMs) % candidates.length]?.partitionId ?? 0;
  };
};
