import { Inject, Injectable } from '@nestjs/common';
import type { StorageUsage } from '@earshot/contracts-storage';
import { ProjectDirectory } from '@earshot/directory';
import { quotaExceeded } from '@earshot/errors';
import type { Transaction } from '@earshot/persistence';
import { CONFIG } from '@earshot/service-kit';
import type { StorageConfig } from '../config.js';
import { UsageRepository, type Usage } from './usage.repository.js';

/** The settings for projects without a quota of their own. */
export type QuotaDefaults = Pick<StorageConfig, 'maxProjectBytes' | 'maxProjectObjects' | 'maxOpenUploads'>;

/** The quotas of projects for the bucket. */
@Injectable()
export class Quotas {
  readonly #defaults: Usage;

  constructor(
    private readonly usage: UsageRepository,
    private readonly projects: ProjectDirectory,
    @Inject(CONFIG) { maxProjectBytes, maxProjectObjects, maxOpenUploads }: QuotaDefaults,
  ) {
    this.#defaults = { bytes: maxProjectBytes, objects: maxProjectObjects, upload_sessions: maxOpenUploads };
  }

  /** Locks the counters of the projects of a group of commands. */
  lock(tx: Transaction, commands: readonly { readonly body: { readonly project_id: string } }[]): Promise<void> {
    return this.usage.lock(
      tx,
      commands.map(({ body }) => body.project_id),
    );
  }

  /** Locks the counters of the projects of upload sessions, and of other projects. */
  async lockSessions(
    tx: Transaction,
    sessionIds: readonly string[],
    projectIds: readonly string[] = [],
  ): Promise<void> {
    await this.usage.lock(tx, [...(await this.usage.projectsOf(tx, sessionIds)), ...projectIds]);
  }

  /**
   * Checks a project after its rows were written in the same transaction, whose lock on the counters serializes
   * writers.
   *
   * @throws AppError `quota_exceeded`; the transaction must then be rolled back.
   */
  async check(tx: Transaction, projectId: string, names: readonly (keyof Usage)[]): Promise<void> {
    const used = await this.usage.find(tx, projectId);
    for (const name of names) {
      const limit = this.#limit(projectId, name);
      if (used[name] > limit) throw quotaExceeded(name, limit);
    }
  }

  async read(tx: Transaction, projectId: string): Promise<StorageUsage> {
    const used = await this.usage.find(tx, projectId);
    const use = (name: keyof Usage) => ({ used: used[name], limit: this.#limit(projectId, name) });
    return { bytes: use('bytes'), objects: use('objects'), upload_sessions: use('upload_sessions') };
  }

  #limit(projectId: string, name: keyof Usage): number {
    return this.projects.get(projectId.toLowerCase())?.quotas?.[name] ?? this.#defaults[name];
  }
}
