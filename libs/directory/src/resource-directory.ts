import { notFound } from '@earshot/errors';
import { StateIndex, type StateReplica } from '@earshot/messaging';

/** A resource that belongs to a project and has a key there. */
export interface ProjectResource {
  readonly id: string;
  readonly project_id: string;
  readonly key: string;
  readonly created_at: string;
}

/** The resources of one kind, in memory: found by id, or by project and key. */
export class ResourceDirectory<Resource extends ProjectResource> {
  readonly #byKey: StateIndex<Resource>;
  readonly #byProject = new Map<string, Map<string, Resource>>();

  /** @param kind as an error names it, for example `ab campaign`. */
  constructor(
    readonly replica: StateReplica<Resource>,
    private readonly kind: string,
  ) {
    this.#byKey = new StateIndex(replica, ({ project_id, key }) => `${project_id}/${key}`);
    for (const resource of replica.values()) this.#add(resource);
    replica.onChange((_id, resource, previous) => {
      if (resource !== undefined) this.#add(resource);
      else if (previous !== undefined) this.#remove(previous);
    });
  }

  /** Finds a resource of a project by id, in any letter case, or else by key, as far as this process has read. */
  find(projectId: string, idOrKey: string): Resource | undefined {
    const byId = this.replica.get(idOrKey.toLowerCase());
    return byId?.project_id === projectId ? byId : this.#byKey.find(`${projectId}/${idOrKey}`);
  }

  /**
   * Finds like {@link find}, after reading all that was published before this call.
   * @throws AppError `service_unavailable`
   */
  async findFenced(projectId: string, idOrKey: string): Promise<Resource | undefined> {
    await this.replica.fence();
    return this.find(projectId, idOrKey);
  }

  /** Finds like {@link find}; reads on only where that finds nothing. @throws AppError `service_unavailable` */
  async findOrFence(projectId: string, idOrKey: string): Promise<Resource | undefined> {
    return this.find(projectId, idOrKey) ?? this.findFenced(projectId, idOrKey);
  }

  /**
   * Finds like {@link findOrFence}.
   *
   * @param param the request's field that names the resource.
   * @throws AppError `{kind}_not_found`, `service_unavailable`
   */
  async require(projectId: string, idOrKey: string, param?: string): Promise<Resource> {
    const found = await this.findOrFence(projectId, idOrKey);
    if (found === undefined) throw notFound(this.kind, idOrKey, { param });
    return found;
  }

  /** The resources of a project, the oldest first. */
  of(projectId: string): Resource[] {
    const resources = [...(this.#byProject.get(projectId)?.values() ?? [])];
    return resources.sort((one, other) => (creation(one) < creation(other) ? -1 : 1));
  }

  #add(resource: Resource): void {
    let resources = this.#byProject.get(resource.project_id);
    if (!resources) this.#byProject.set(resource.project_id, (resources = new Map<string, Resource>()));
    resources.set(resource.id, resource);
  }

  #remove({ id, project_id }: Resource): void {
    const resources = this.#byProject.get(project_id);
    resources?.delete(id);
    if (resources?.size === 0) this.#byProject.delete(project_id);
  }
}

/** With the id, so that every process has the same order of resources of one millisecond. */
function creation({ created_at, id }: ProjectResource): string {
  return `${created_at} ${id}`;
}
