import { Injectable } from '@nestjs/common';
import {
  abCampaignsState,
  modelsState,
  toolsState,
  type AbCampaign,
  type Model,
  type Tool,
} from '@earshot/contracts-inference';
import { projectsState, type Project } from '@earshot/contracts-projects';
import { InjectReplica, type StateReplica } from '@earshot/messaging';

/** Brings this process's knowledge to where others' already is. */
@Injectable()
export class ObservedState {
  readonly #replicas: readonly { topic: string; replica: Pick<StateReplica<unknown>, 'waitForPosition' | 'fence'> }[];

  constructor(
    @InjectReplica(projectsState) projects: StateReplica<Project>,
    @InjectReplica(modelsState) models: StateReplica<Model>,
    @InjectReplica(abCampaignsState) campaigns: StateReplica<AbCampaign>,
    @InjectReplica(toolsState) tools: StateReplica<Tool>,
  ) {
    this.#replicas = [
      { topic: projectsState.topic.name, replica: projects },
      { topic: modelsState.topic.name, replica: models },
      { topic: abCampaignsState.topic.name, replica: campaigns },
      { topic: toolsState.topic.name, replica: tools },
    ];
  }

  /**
   * What `look` finds once this process knows at least what the caller knew, by topic; undefined only where there is nothing of the kind in
   * everything that was published before this call. In the usual case nothing is waited for.
   */
  async find<Found>(
    known: Readonly<Record<string, number>>,
    look: () => Found | undefined,
  ): Promise<Found | undefined> {
    for (const { topic, replica } of this.#replicas) {
      const position = known[topic];
      if (position !== undefined) await replica.waitForPosition(position);
    }
    const found = look();
    if (found !== undefined) return found;
    await Promise.all(this.#replicas.map(({ replica }) => replica.fence()));
    return look();
  }
}
