import { Injectable } from '@nestjs/common';
import { projectsState, type Project } from '@earshot/contracts-projects';
import { InjectReplica, StateIndex, StateReplica } from '@earshot/messaging';

/** The projects of the installation, from memory. */
@Injectable()
export class ProjectDirectory {
  readonly #byKey: StateIndex<Project>;

  constructor(@InjectReplica(projectsState) readonly replica: StateReplica<Project>) {
    this.#byKey = new StateIndex(replica, ({ key }) => key);
  }

  /** The project of that id or, failing that, of that key, as far as this gateway has read. */
  find(idOrKey: string): Project | undefined {
    return this.replica.get(idOrKey.toLowerCase()) ?? this.#byKey.find(idOrKey);
  }

  /** The same, after everything was read that the topic held when this was called: not there then is not there. */
  async findFenced(idOrKey: string): Promise<Project | undefined> {
    await this.replica.fence();
    return this.find(idOrKey);
  }
}
