import { replicaToken, type StateReplica } from '@earshot/messaging';
import type { FactoryProvider } from '@nestjs/common';
import { StateReconciler, type StateSource } from './state-reconciler.js';

/**
 * A provider by which a state topic follows its table: after each start {@link StateReconciler} publishes what differs.
 *
 * The process needs a replica of the contract.
 */
export function publishedTable<Row extends { id: string }, V>(
  source: Omit<StateSource<Row, V>, 'replica'>,
): FactoryProvider {
  return {
    provide: `earshot.published-table:${source.contract.type}`,
    inject: [StateReconciler, replicaToken(source.contract)],
    useFactory: (reconciler: StateReconciler, replica: StateReplica<V>) => {
      reconciler.add({ ...source, replica });
      return source;
    },
  };
}
