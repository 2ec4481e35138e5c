import { StateIndex, type StateReplica } from '@earshot/messaging';

/** What belongs to a project and has a key in it. */
interface OfProject {
  readonly id: string;
  readonly project_id: string;
  readonly key: string;
}

/** The entities of one kind, from memory, by what requests call them. */
export class ProjectIndex<Entity extends OfProject> {
  readonly #byKey: StateIndex<Entity>;

  constructor(private readonly replica: StateReplica<Entity>) {
    this.#byKey = new StateIndex(replica, ({ project_id, key }) => `${project_id}/${key}`);
  }

  /** The project's entity of that id or, failing that, of that key, as far as this process has read. */
  find(projectId: string, idOrKey: string): Entity | undefined {
    const byId = this.replica.get(idOrKey.toLowerCase());
    return byId?.project_id === projectId ? byId : this.#byKey.find(`${projectId}/${idOrKey}`);
  }

  /** The same, after everything was read that the topic held when this was called. @throws AppError `service_unavailable` */
  async findFenced(projectId: string, idOrKey: string): Promise<Entity | undefined> {
    const found = this.find(projectId, idOrKey);
    if (found !== undefined) return found;
    await this.replica.fence();
    return this.find(projectId, idOrKey);
  }
}
