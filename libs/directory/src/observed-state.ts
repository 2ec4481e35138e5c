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

type Replica = Pick<StateReplica<unknown>, 'position' | 'waitForPosition' | 'fence'>;

/**
 * Positions in the state topics that a chat depends on: sent with a request, so that no worker resolves it by older
 * state.
 */
@Injectable()
export class ObservedState {
  readonly #replicas: ReadonlyMap<string, Replica>;

  constructor(
    @InjectReplica(projectsState) projects: StateReplica<Project>,
    @InjectReplica(modelsState) models: StateReplica<Model>,
    @InjectReplica(abCampaignsState) campaigns: StateReplica<AbCampaign>,
    @InjectReplica(toolsState) tools: StateReplica<Tool>,
  ) {
    this.#replicas = new Map<string, Replica>([
      [projectsState.topic.name, projects],
      [modelsState.topic.name, models],
      [abCampaignsState.topic.name, campaigns],
      [toolsState.topic.name, tools],
    ]);
  }

  /** How far this process has read each topic, by name. */
  positions(): Record<string, number> {
    return Object.fromEntries([...this.#replicas].map(([topic, { position }]) => [topic, position]));
  }

  /**
   * Looks something up once this process has read as far as the caller had. Where that finds nothing, looks again after
   * reading all that was published before this call. Usually it waits for nothing.
   *
   * @param observed {@link positions} of the caller.
   * @throws AppError `service_unavailable`
   */
  async find<Found>(
    observed: Readonly<Record<string, number>>,
    find: () => Found | undefined,
  ): Promise<Found | undefined> {
    for (const [topic, replica] of this.#replicas) {
      const position = observed[topic];
      if (position !== undefined) await replica.waitForPosition(position);
    }
    const found = find();
    if (found !== undefined) return found;
    await Promise.all([...this.#replicas.values()].map((replica) => replica.fence()));
    return find();
  }
}
