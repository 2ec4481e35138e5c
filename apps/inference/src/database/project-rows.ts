import type { NamedResource } from '@earshot/contracts-inference';
import { conflict, type AppError } from '@earshot/errors';
import { readPage, mapConstraintErrors, type PageRequest, type Transaction } from '@earshot/persistence';
import type { EntityTarget, FindOptionsWhere, QueryDeepPartialEntity } from 'typeorm';
import type { ProjectRow } from './entities/project-row.js';

/** A table of rows that belong to projects. */
interface ProjectTable<Row> {
  readonly name: string;
  readonly entity: EntityTarget<Row>;
  /** Writes of one project hold this lock. */
  readonly lock: string;
  /** Name of a row in errors, such as `model`. */
  readonly noun: string;
  readonly missing: (id: string) => AppError;
}

/** The queries that models, tools and campaigns share. */
export abstract class ProjectRows<Row extends ProjectRow> {
  protected constructor(private readonly table: ProjectTable<Row>) {}

  /** Locks the rows of a project until the transaction ends. */
  async lockProject(tx: Transaction, projectId: string): Promise<void> {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${this.table.lock} of ${projectId}`]);
  }

  /** Locks the rows of a project and returns one. @throws AppError `<resource>_not_found` */
  async lock(tx: Transaction, { project_id, id }: NamedResource): Promise<Row> {
    await this.lockProject(tx, project_id);
    const row = await this.find(tx, project_id, id);
    if (!row) throw this.table.missing(id);
    return row;
  }

  find(tx: Transaction, projectId: string, id: string): Promise<Row | null> {
    return this.findOne(tx, { id, project_id: projectId });
  }

  findByKey(tx: Transaction, projectId: string, key: string): Promise<Row | null> {
    return this.findOne(tx, { project_id: projectId, key });
  }

  /** @throws AppError `key_taken` */
  async requireFreeKey(tx: Transaction, projectId: string, key: string): Promise<void> {
    if (!(await this.findByKey(tx, projectId, key))) return;
    const message = `The key '${key}' is already used by another ${this.table.noun} of the project.`;
    throw conflict('key_taken', message, { param: 'key' });
  }

  /** The rows of a project, the oldest first. @throws AppError `cursor_invalid` */
  async page(tx: Transaction, { project_id, ...request }: PageRequest & { readonly project_id: string }) {
    const query = tx.createQueryBuilder(this.table.entity, 'row').where({ project_id });
    const { rows, nextCursor } = await readPage(query, request);
    return { data: rows, next_cursor: nextCursor };
  }

  async projectIds(tx: Transaction): Promise<string[]> {
    const statement = `select distinct project_id from ${this.table.name}`;
    const rows = await tx.query<{ project_id: string }[]>(statement);
    return rows.map(({ project_id }) => project_id);
  }

  all(tx: Transaction, projectId: string): Promise<Row[]> {
    return tx.findBy(this.table.entity, { project_id: projectId } as FindOptionsWhere<Row>);
  }

  /** @throws AppError `id_taken` */
  async insert(tx: Transaction, row: Row): Promise<void> {
    const inserted = tx.insert(this.table.entity, row as QueryDeepPartialEntity<Row>);
    await mapConstraintErrors(inserted, { [`${this.table.name}_pkey`]: () => this.#idTaken(row.id) });
  }

  async update(tx: Transaction, row: Row): Promise<void> {
    await tx.update(this.table.entity, row.id, row as QueryDeepPartialEntity<Row>);
  }

  async delete(tx: Transaction, id: string): Promise<void> {
    await tx.delete(this.table.entity, id);
  }

  /** Deletes the rows of a project. @returns their ids */
  async deleteOfProject(tx: Transaction, projectId: string): Promise<string[]> {
    const rows = await this.all(tx, projectId);
    await tx.delete(this.table.entity, { project_id: projectId } as FindOptionsWhere<Row>);
    return rows.map(({ id }) => id);
  }

  protected findOne(tx: Transaction, where: object): Promise<Row | null> {
    return tx.findOneBy(this.table.entity, where as FindOptionsWhere<Row>);
  }

  #idTaken(id: string): AppError {
    return conflict('id_taken', `A ${this.table.noun} with the id '${id}' already exists.`, { param: 'id' });
  }
}

/** Changes without the fields that were not given. */
export function definedFields<Changes extends object>(changes: Changes): Partial<Changes> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<Changes>;
}
