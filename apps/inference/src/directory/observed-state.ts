import { Injectable } from '@nestjs/common';
import { modelsState, type Model } from '@earshot/contracts-inference';
import { projectsState, type Project } from '@earshot/contracts-projects';
import { InjectReplica, type StateReplica } from '@earshot/messaging';

/** Brings this process's knowledge to where others' already is. */
@Injectable()
export class ObservedState {
  readonly #replicas: readonly { topic: string; replica: Pick<StateReplica<unknown>, 'atLeast' | 'fence'> }[];

  constructor(
    @InjectReplica(projectsState) projects: StateReplica<Project>,
    @InjectReplica(modelsState) models: StateReplica<Model>,
  ) {
    this.#replicas = [
      { topic: projectsState.topic.name, replica: projects },
      { topic: modelsState.topic.name, replica: models },
    ];
  }

  /** Waits until this process knows at least what a caller knew; nothing to wait for in the usual case. */
  async atLeast(positions: Readonly<Record<string, number>>): Promise<void> {
    for (const { topic, replica } of this.#replicas) {
      const position = positions[topic];
      if (position !== undefined) await replica.atLeast(position);
    }
  }

  /** Waits until this process knows everything that was published before this call. */
  async fence(): Promise<void> {
    await Promise.all(this.#replicas.map(({ replica }) => replica.fence()));
  }
}
