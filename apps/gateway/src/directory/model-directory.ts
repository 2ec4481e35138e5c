import { Injectable } from '@nestjs/common';
import { modelsState, type Model } from '@earshot/contracts-inference';
import { InjectReplica, StateIndex, StateReplica } from '@earshot/messaging';

/** The models of all projects, from memory. */
@Injectable()
export class ModelDirectory {
  readonly #byKey: StateIndex<Model>;

  constructor(@InjectReplica(modelsState) readonly replica: StateReplica<Model>) {
    this.#byKey = new StateIndex(replica, (model) => `${model.project_id}/${model.key}`);
  }

  /** Every model, in no order. */
  all(): Iterable<Model> {
    return this.replica.values();
  }

  /** The project's default model, after everything was read that the topic held when this was called. */
  async findDefaultFenced(projectId: string): Promise<Model | undefined> {
    await this.replica.fence();
    return [...this.all()].find((model) => model.default && model.project_id === projectId);
  }

  /** The project's model of that id or key, after everything was read that the topic held when this was called. */
  async findFenced(projectId: string, idOrKey: string): Promise<Model | undefined> {
    await this.replica.fence();
    const byId = this.replica.get(idOrKey.toLowerCase());
    return byId?.project_id === projectId ? byId : this.#byKey.find(`${projectId}/${idOrKey}`);
  }
}
