import type { Body, Declaration, DeclaredApiKey, DeclaredModel, DeclaredProject } from '../declaration/declaration.js';
import type { Path } from '../declaration/yaml-source.js';
import { ApiError, type ApiClient } from '../installation/api-client.js';
import {
  comparableModel,
  comparableTool,
  type ExistingApiKey,
  type ExistingMetric,
  type ExistingModel,
  type ExistingProject,
  type ExistingTool,
} from '../installation/entities.js';
import { differences } from './differences.js';
import { PlacedError } from './placed-error.js';

/** What an {@link Applier} did. */
export interface Summary {
  created: number;
  changed: number;
  unchanged: number;
}

/** Brings an installation to what a declaration says: creates what is missing, changes what differs, leaves everything else alone. */
export class Applier {
  readonly summary: Summary = { created: 0, changed: 0, unchanged: 0 };

  /** @param report is told of every change, one line each. */
  constructor(
    private readonly client: ApiClient,
    private readonly report: (line: string) => void,
  ) {}

  /**
   * Applies everything, in the file's order.
   *
   * @throws PlacedError at the first thing that the installation refuses; what was applied before it stays.
   */
  async apply(declaration: Declaration): Promise<Summary> {
    for (const [index, project] of declaration.projects.entries()) await this.project(project, ['projects', index]);
    await this.apiKeys('/api/v1/api_keys', 'the installation', declaration.apiKeys, ['api_keys']);
    return this.summary;
  }

  private async project(project: DeclaredProject, path: Path): Promise<void> {
    const address = `/api/v1/projects/${encodeURIComponent(project.key)}`;
    await placed(path, async () => {
      const existing = await this.find<ExistingProject>(address);
      if (existing) await this.change(`project ${project.key}`, address, project.body, existing);
      else await this.create(`project ${project.key}`, '/api/v1/projects', project.body);
    });
    await this.models(`${address}/models`, project, [...path, 'models']);
    await this.tools(`${address}/tools`, project, [...path, 'tools']);
    await this.metrics(`${address}/metrics`, project, [...path, 'metrics']);
    await this.apiKeys(`${address}/api_keys`, project.key, project.apiKeys, [...path, 'api_keys']);
  }

  private async models(address: string, project: DeclaredProject, path: Path): Promise<void> {
    if (project.models.length === 0) return;
    const existing = await placed(path, () => this.client.list<ExistingModel>(address));
    const byKey = new Map(existing.map((model) => [model.key, model]));
    const present = new Set(byKey.keys());
    const waiting: [number, DeclaredModel][] = [];
    // The one that becomes the default goes first: a project is never asked to be without one.
    const order = [...project.models.entries()].sort(([, a], [, b]) => Number(isDefault(b)) - Number(isDefault(a)));
    for (const [index, model] of order) {
      const what = `model ${project.key}/${model.key}`;
      const body = fallbackOf(model).every((key) => present.has(key)) ? model.body : withoutFallback(model.body);
      if (body !== model.body) waiting.push([index, model]);
      await placed([...path, index], async () => {
        const current = byKey.get(model.key);
        if (!current) await this.create(what, address, body);
        else await this.change(what, `${address}/${current.id}`, body, comparableModel(current, body));
      });
      present.add(model.key);
    }
    // Two may answer for each other, and one for another that stands before it.
    for (const [index, model] of waiting) {
      const fallback = fallbackOf(model);
      await placed([...path, index], () => this.client.send('PATCH', `${address}/${model.key}`, { fallback }));
    }
  }

  private async tools(address: string, project: DeclaredProject, path: Path): Promise<void> {
    if (project.tools.length === 0) return;
    const existing = await placed(path, () => this.client.list<ExistingTool>(address));
    const byKey = new Map(existing.map((tool) => [tool.key, tool]));
    for (const [index, { key, body }] of project.tools.entries()) {
      const what = `tool ${project.key}/${key}`;
      const current = byKey.get(key);
      await placed([...path, index], async () => {
        if (!current) await this.create(what, address, body);
        else await this.change(what, `${address}/${current.id}`, body, comparableTool(current, body));
      });
    }
  }

  private async metrics(address: string, project: DeclaredProject, path: Path): Promise<void> {
    if (project.metrics.length === 0) return;
    const existing = await placed(path, () => this.client.list<ExistingMetric>(address));
    const byKey = new Map(existing.map((metric) => [metric.key, metric]));
    for (const [index, { key, body }] of project.metrics.entries()) {
      const what = `metric ${project.key}/${key}`;
      const current = byKey.get(key);
      await placed([...path, index], async () => {
        if (!current) await this.create(what, address, body);
        else await this.change(what, `${address}/${current.id}`, body, current);
      });
    }
  }

  private async apiKeys(address: string, owner: string, keys: readonly DeclaredApiKey[], path: Path): Promise<void> {
    if (keys.length === 0) return;
    const existing = await placed(path, () => this.client.list<ExistingApiKey>(address));
    for (const [index, key] of keys.entries()) {
      const what = `API key '${key.name}' of ${owner}`;
      const named = existing.filter(({ name }) => name === key.name);
      await placed([...path, index], () => this.apiKey(what, address, key, named));
    }
  }

  /** A key's hash is shown nowhere, so the hash is offered: `key_in_use` says that the installation has this very key. */
  private async apiKey(what: string, address: string, key: DeclaredApiKey, named: ExistingApiKey[]): Promise<void> {
    if (key.expired) {
      this.report(`${what} has expired: left alone`);
      return;
    }
    if (await this.createKey(address, key.body)) {
      for (const old of named) await this.client.send('DELETE', `${address}/${old.id}`);
      this.note(named.length === 0 ? 'created' : 'changed', `${what}${named.length === 0 ? '' : ': new secret'}`);
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
    await this.change(what, `${address}/${current.id}`, fields, current);
  }

  private async createKey(address: string, body: Body): Promise<boolean> {
    try {
      await this.client.send('POST', address, body);
      return true;
    } catch (error) {
      if (error instanceof ApiError && error.code === 'key_in_use') return false;
      throw error;
    }
  }

  private async find<Entity>(address: string): Promise<Entity | undefined> {
    try {
      return await this.client.send<Entity>('GET', address);
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
  }

  private async create(what: string, address: string, body: Body): Promise<void> {
    await this.client.send('POST', address, body);
    this.note('created', what);
  }

  private async change(what: string, address: string, wanted: Body, existing: object): Promise<void> {
    const changes = differences(wanted, existing);
    if (!changes) {
      this.summary.unchanged += 1;
      return;
    }
    await this.client.send('PATCH', address, changes);
    this.note('changed', `${what}: ${Object.keys(changes).join(', ')}`);
  }

  private note(kind: 'created' | 'changed', what: string): void {
    this.summary[kind] += 1;
    this.report(`${kind} ${what}`);
  }
}

function fallbackOf({ body }: DeclaredModel): readonly string[] {
  return (body['fallback'] as string[] | undefined) ?? [];
}

function withoutFallback({ fallback, ...body }: Body): Body {
  return body;
}

function isDefault(model: DeclaredModel): boolean {
  return model.body['default'] === true;
}

async function placed<Result>(path: Path, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    throw error instanceof ApiError ? new PlacedError(path, error) : error;
  }
}
