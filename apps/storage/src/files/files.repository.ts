import { Injectable } from '@nestjs/common';
import { id as uuid } from '@earshot/contracts-core';
import type { FileName, ListFiles } from '@earshot/contracts-storage';
import { inTransaction, readPage, mapConstraintErrors, type RowPage, type Transaction } from '@earshot/persistence';
import { DataSource, IsNull, type SelectQueryBuilder } from 'typeorm';
import { FileEntity } from '../database/entities/file.entity.js';
import { idTaken, keyTaken } from './files.errors.js';

/** What callers see: datasets of any status, recipes and artifacts that are ready. */
const visible = "file.delete_after is null and (file.kind = 'dataset' or file.status = 'ready')";

/** The rows of files for commands. */
@Injectable()
export class FilesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws AppError `service_unavailable` */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return inTransaction(this.dataSource, work);
  }

  /** @throws AppError `key_taken`, `id_taken` */
  async insert(tx: Transaction, row: FileEntity): Promise<void> {
    await mapConstraintErrors(tx.insert(FileEntity, row), {
      files_key_taken: () => keyTaken(row.kind, String(row.key)),
      files_id_taken: () => idTaken(row.kind, row.id),
    });
  }

  /** Finds a file by id, else by key. A recipe of the project precedes one of the installation. */
  find(tx: Transaction, name: FileName): Promise<FileEntity | null> {
    const query = named(inScope(tx, name), name);
    return query.orderBy('file.id = :id', 'DESC').addOrderBy('file.project_id', 'ASC', 'NULLS LAST').limit(1).getOne();
  }

  /** Finds and locks a file. A project cannot lock recipes of the installation. */
  lock(tx: Transaction, name: FileName): Promise<FileEntity | null> {
    const query = named(inScope(tx, name), name);
    if (name.kind === 'recipe' && name.project_id !== null) query.andWhere('file.project_id is not null');
    return query.orderBy('file.id = :id', 'DESC').limit(1).setLock('pessimistic_write').getOne();
  }

  /** Finds a file, visible or not. */
  findById(tx: Transaction, kind: FileEntity['kind'], id: string): Promise<FileEntity | null> {
    return tx.findOneBy(FileEntity, { kind, id });
  }

  /** @throws AppError `cursor_invalid` */
  page(tx: Transaction, { limit, cursor, ...scope }: ListFiles): Promise<RowPage<FileEntity>> {
    return readPage(inScope(tx, scope), { limit, cursor });
  }

  /** Locks files of a project, visible or not. */
  lockBatch(tx: Transaction, projectId: string, limit: number): Promise<FileEntity[]> {
    return tx.find(FileEntity, {
      where: { project_id: projectId, delete_after: IsNull() },
      order: { id: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Ends the processing of a file. Its worker finds that it has lost the lease, whose end the cleanup waits for. */
  async cancel(tx: Transaction, { id, status, updated_at, cancelled_at, clear_after }: FileEntity): Promise<void> {
    await tx.update(FileEntity, { id }, { status, updated_at, cancelled_at, clear_after, worker: null });
  }

  async setDeleteAfter(tx: Transaction, id: string, deleteAfter: string): Promise<void> {
    await tx.update(FileEntity, { id }, { delete_after: deleteAfter });
  }
}

function inScope(
  tx: Transaction,
  { kind, project_id: projectId }: Omit<FileName, 'file'>,
): SelectQueryBuilder<FileEntity> {
  const query = tx.createQueryBuilder(FileEntity, 'file').where(visible).andWhere('file.kind = :kind', { kind });
  if (projectId === null) return kind === 'artifact' ? query : query.andWhere('file.project_id is null');
  const orAll = kind === 'recipe' ? ' or file.project_id is null' : '';
  return query.andWhere(`(file.project_id = :projectId${orAll})`, { projectId });
}

function named(query: SelectQueryBuilder<FileEntity>, { file }: FileName): SelectQueryBuilder<FileEntity> {
  // PostgreSQL refuses to compare other text with a uuid.
  const id = uuid.safeParse(file).success ? file : null;
  return query.andWhere('(file.id = :id or file.key = :key)', { id, key: file });
}
