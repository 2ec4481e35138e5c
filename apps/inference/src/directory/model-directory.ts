import { Injectable } from '@nestjs/common';
import { modelsState, type Model } from '@earshot/contracts-inference';
import { InjectReplica, type StateReplica } from '@earshot/messaging';

/** The models of one project, by the ways in which requests name them. */
interface ProjectModels {
  readonly byKey: Map<string, Model>;
  default: Model | undefined;
}

/** Every model of the installation, found by what requests say without asking anybody. */
@Injectable()
export class ModelDirectory {
  readonly #projects = new Map<string, ProjectModels>();

  constructor(@InjectReplica(modelsState) private readonly replica: StateReplica<Model>) {
    for (const model of replica.values()) this.#add(model);
    replica.onChange((_id, model, previous) => {
      if (previous) this.#remove(previous, model);
      if (model) this.#add(model);
    });
  }

  /** @param name id or key; null for the project's default. Looked up as an id first (interface, section 1). */
  find(projectId: string, name: string | null): Model | undefined {
    const models = this.#projects.get(projectId);
    if (!models) return undefined;
    if (name === null) return models.default;
    const byId = this.replica.get(name);
    return byId?.project_id === projectId ? byId : models.byKey.get(name);
  }

  /** The oldest of the project's models of which the condition holds. */
  oldest(projectId: string, condition: (model: Model) => boolean): Model | undefined {
    const models = [...(this.#projects.get(projectId)?.byKey.values() ?? [])].filter(condition);
    return models.reduce<Model | undefined>(
      (oldest, model) => (oldest && isOlder(oldest, model) ? oldest : model),
      undefined,
    );
  }

  /** Every model, in no order. */
  values(): IterableIterator<Model> {
    return this.replica.values();
  }

  /** Calls back with each model that changes or goes from now on, as it was before. */
  onReplaced(listener: (previous: Model, current: Model | undefined) => void): void {
    this.replica.onChange((_id, current, previous) => {
      if (previous) listener(previous, current);
    });
  }

  /** Resolves once everything is known that had been published when the process started. */
  get ready(): Promise<void> {
    return this.replica.ready;
  }

  #add(model: Model): void {
    let models = this.#projects.get(model.project_id);
    if (!models) this.#projects.set(model.project_id, (models = { byKey: new Map(), default: undefined }));
    models.byKey.set(model.key, model);
    if (model.default) models.default = model;
  }

  /** A key that another model has taken over since, and another default, stay. */
  #remove(previous: Model, current: Model | undefined): void {
    const models = this.#projects.get(previous.project_id);
    if (!models) return;
    if (models.byKey.get(previous.key)?.id === previous.id) models.byKey.delete(previous.key);
    if (models.default?.id === previous.id && !current?.default) models.default = undefined;
    if (models.byKey.size === 0) this.#projects.delete(previous.project_id);
  }
}

/** Of two made in the same millisecond everybody takes the same one. */
function isOlder(one: Model, other: Model): boolean {
  return one.created_at === other.created_at ? one.id < other.id : one.created_at < other.created_at;
}
