import { Injectable } from '@nestjs/common';
import { metricsState, type Metric } from '@earshot/contracts-feedback';
import { InjectReplica, StateIndex, StateReplica } from '@earshot/messaging';

/** The metrics of all projects, from memory. */
@Injectable()
export class MetricDirectory {
  readonly #byKey: StateIndex<Metric>;

  constructor(@InjectReplica(metricsState) readonly replica: StateReplica<Metric>) {
    this.#byKey = new StateIndex(replica, (metric) => `${metric.project_id}/${metric.key}`);
  }

  /** The project's metric of that id or key, as far as this gateway has read. */
  find(projectId: string, idOrKey: string): Metric | undefined {
    const byId = this.replica.get(idOrKey.toLowerCase());
    return byId?.project_id === projectId ? byId : this.#byKey.find(`${projectId}/${idOrKey}`);
  }

  /** The same, after everything was read that the topic held when this was called. */
  async findFenced(projectId: string, idOrKey: string): Promise<Metric | undefined> {
    await this.replica.fence();
    return this.find(projectId, idOrKey);
  }
}
