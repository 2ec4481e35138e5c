import { Injectable } from '@nestjs/common';
import { toolsState, type Tool } from '@earshot/contracts-inference';
import { InjectReplica, StateIndex, StateReplica } from '@earshot/messaging';

/** The tools of all projects, from memory. */
@Injectable()
export class ToolDirectory {
  readonly #byKey: StateIndex<Tool>;

  constructor(@InjectReplica(toolsState) readonly replica: StateReplica<Tool>) {
    this.#byKey = new StateIndex(replica, (tool) => `${tool.project_id}/${tool.key}`);
  }

  /** The project's tool of that id or key, after everything was read that the topic held when this was called. */
  async findFenced(projectId: string, idOrKey: string): Promise<Tool | undefined> {
    await this.replica.fence();
    const byId = this.replica.get(idOrKey.toLowerCase());
    return byId?.project_id === projectId ? byId : this.#byKey.find(`${projectId}/${idOrKey}`);
  }
}
