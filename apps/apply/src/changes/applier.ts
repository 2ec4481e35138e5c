import type {
  Body,
  Declaration,
  DeclaredApiKey,
  DeclaredProject,
  DeclaredResource,
} from '../declaration/declaration.js';
import { pathOf, type Path } from '../declaration/problem.js';
import { ApiError, type ApiClient } from '../installation/api-client.js';
import {
  comparableModel,
  comparableTool,
  type ExistingApiKey,
  type ExistingCampaign,
  type ExistingModel,
  type ExistingResource,
  type ExistingTool,
} from '../installation/entities.js';
import { comparableCampaign } from './campaign-drift.js';
import { differences } from './differences.js';

/** The installation rejected a value of the file. */
export class PlacedError extends Error {
  /** The position of the value, as precisely as the error tells. */
  readonly path: Path;

  constructor(path: Path, cause: ApiError) {
    super(`${cause.message} (${cause.code})`, { cause });
    this.name = 'PlacedError';
    this.path = [...path, ...pathOf(cause.param)];
  }
}

/** Numbers of resources. */
export interface Summary {
  created: number;
  changed: number;
  unchanged: number;
}

/**
 * Applies a declaration to an installation: creates missing resources, updates different ones, and leaves all others.
 */
export class Applier {
  readonly summary: Summary = { created: 0, changed: 0, unchanged: 0 };

  /** @param report receives a line for each change. */
  constructor(
    private readonly client: ApiClient,
    private readonly report: (line: string) => void,
  ) {}

  /** Applies all resources in the order of the file. @throws PlacedError for the first error; earlier changes stay. */
  async apply(declaration: Declaration): Promise<Summary> {
    for (const [index, project] of declaration.projects.entries()) await this.#project(project, ['projects', index]);
    await this.#apiKeys('/api/v1/api_keys', 'the installation', declaration.apiKeys, ['api_keys']);
    return this.summary;
  }

  async #project(project: DeclaredProject, path: Path): Promise<void> {
    const address = `/api/v1/projects/${encodeURIComponent(project.key)}`;
    await placed(path, async () => {
      const existing = await this.#find<object>(address);
      if (existing) await this.#change(`project ${project.key}`, address, project.body, existing);
      else await this.#create(`project ${project.key}`, '/api/v1/projects', project.body);
    });
    await this.#models(`${address}/models`, project, [...path, 'models']);
    const { tools, metrics, campaigns } = project;
    const listsOf = (kind: string, list: string) => ({
      label: `${kind} ${project.key}`,
      address: `${address}/${list}`,
      path: [...path, list],
    });
    await this.#resources<ExistingTool>(listsOf('tool', 'tools'), tools, comparableTool);
    await this.#resources(listsOf('metric', 'metrics'), metrics, (metric) => metric);
    await this.#resources<ExistingCampaign>(listsOf('campaign', 'ab_campaigns'), campaigns, comparableCampaign);
    await this.#apiKeys(`${address}/api_keys`, project.key, project.apiKeys, [...path, 'api_keys']);
  }

  async #models(address: string, project: DeclaredProject, path: Path): Promise<void> {
    if (project.models.length === 0) return;
    const existing = await placed(path, () => this.client.list<ExistingModel>(address));
    const present = new Set(existing.map(({ key }) => key));
    const waiting: [number, DeclaredResource][] = [];
    // The new default goes first, so that the project always has one.
    const order = [...project.models.entries()].sort(([, a], [, b]) => Number(isDefault(b)) - Number(isDefault(a)));
    for (const [index, model] of order) {
      const body = fallbackOf(model).every((key) => present.has(key)) ? model.body : withoutFallback(model.body);
      if (body !== model.body) waiting.push([index, model]);
      const label = `model ${project.key}/${model.key}`;
      const current = existing.find(({ key }) => key === model.key);
      await placed([...path, index], () => this.#resource(label, address, body, current, comparableModel));
      present.add(model.key);
    }
    // Fallbacks may be mutual, or name a later model.
    for (const [index, model] of waiting) {
      const fallback = fallbackOf(model);
      await placed([...path, index], () => this.client.send('PATCH', `${address}/${model.key}`, { fallback }));
    }
  }

  /** Applies a list of a project. @param comparable shows an existing resource in the form of a declared one. */
  async #resources<Existing extends ExistingResource>(
    { label, address, path }: { label: string; address: string; path: Path },
    items: readonly DeclaredResource[],
    comparable: (existing: Existing, declared: Body) => object,
  ): Promise<void> {
    if (items.length === 0) return;
    const existing = await placed(path, () => this.client.list<Existing>(address));
    for (const [index, { key, body }] of items.entries()) {
      const current = existing.find((one) => one.key === key);
      await placed([...path, index], () => this.#resource(`${label}/${key}`, address, body, current, comparable));
    }
  }

  async #resource<Existing extends ExistingResource>(
    label: string,
    address: string,
    body: Body,
    existing: Existing | undefined,
    comparable: (existing: Existing, declared: Body) => object,
  ): Promise<void> {
    if (existing === undefined) return this.#create(label, address, body);
    return this.#change(label, `${address}/${existing.id}`, body, comparable(existing, body));
  }

  async #apiKeys(address: string, owner: string, keys: readonly DeclaredApiKey[], path: Path): Promise<void> {
    if (keys.length === 0) return;
    const existing = await placed(path, () => this.client.list<ExistingApiKey>(address));
    for (const [index, key] of keys.entries()) {
      const label = `API key '${key.name}' of ${owner}`;
      const named = existing.filter(({ name }) => name === key.name);
      await placed([...path, index], () => this.#apiKey(label, address, key, named));
    }
  }

  /** Hashes are never returned, so this tries to create the key: `key_in_use` shows that the installation has it. */
  async #apiKey(label: string, address: string, key: DeclaredApiKey, named: ExistingApiKey[]): Promise<void> {
    if (key.expired) {
      this.report(`${label} has expired: left alone`);
      return;
    }
    if (await this.#createKey(address, key.body)) {
      for (const old of named) await this.client.send('DELETE', `${address}/${old.id}`);
      this.#note(named.length === 0 ? 'created' : 'changed', `${label}${named.length === 0 ? '' : ': new secret'}`);
      return;
    }
    const [current] = named;
    if (named.length !== 1 || !current) {
      throw new ApiError(
        `Another key already has this secret. Rename that key, or create a new secret.`,
        409,
        'key_in_use',
      );
    }
    const { key_sha256: hash, ...fields } = key.body;
    await this.#change(label, `${address}/${current.id}`, fields, current);
  }

  async #createKey(address: string, body: Body): Promise<boolean> {
    try {
      await this.client.send('POST', address, body);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'key_in_use') return false;
      throw error;
    }
  }

  async #find<Entity>(address: string): Promise<Entity | undefined> {
    try {
      return await this.client.send<Entity>('GET', address);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  async #create(label: string, address: string, body: Body): Promise<void> {
    await this.client.send('POST', address, body);
    this.#note('created', label);
  }

  async #change(label: string, address: string, declared: Body, existing: object): Promise<void> {
    const changes = differences(declared, existing);
    if (!changes) {
      this.summary.unchanged += 1;
      return;
    }
    await this.client.send('PATCH', address, changes);
    this.#note('changed', `${label}: ${Object.keys(changes).join(', ')}`);
  }

  #note(kind: 'created' | 'changed', label: string): void {
    this.summary[kind] += 1;
    this.report(`${kind} ${label}`);
  }
}

function fallbackOf({ body }: DeclaredResource): readonly string[] {
  return (body['fallback'] as string[] | undefined) ?? [];
}

function withoutFallback({ fallback, ...body }: Body): Body {
  return body;
}

function isDefault(model: DeclaredResource): boolean {
  return model.body['default'] === true;
}

async function placed<Result>(path: Path, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw error instanceof ApiError ? new PlacedError(path, error) : error;
  }
}
