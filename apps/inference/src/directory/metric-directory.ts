import { Injectable } from '@nestjs/common';
import { metricsState, type Metric } from '@earshot/contracts-feedback';
import { notFound } from '@earshot/errors';
import { InjectReplica, StateIndex, type StateReplica } from '@earshot/messaging';

/** The metrics of the installation, as the feedback service publishes them. */
@Injectable()
export class MetricDirectory {
  readonly #byKey: StateIndex<Metric>;

  constructor(@InjectReplica(metricsState) private readonly replica: StateReplica<Metric>) {
    this.#byKey = new StateIndex(replica, ({ project_id, key }) => `${project_id}/${key}`);
  }

  /** The project's metric of that id or key, once everything that was published before this call is known. @throws AppError `metric_not_found` */
  async require(projectId: string, idOrKey: string): Promise<Metric> {
    await this.replica.fence();
    const byId = this.replica.get(idOrKey.toLowerCase());
    const metric = byId?.project_id === projectId ? byId : this.#byKey.find(`${projectId}/${idOrKey}`);
    if (!metric) throw notFound('metric', idOrKey, { param: 'metric' });
    return metric;
  }
}
