import { Injectable } from '@nestjs/common';
import { id as uuid } from '@earshot/contracts-core';
import type { FileName, ListFiles } from '@earshot/contracts-storage';
import { readPage, refuseViolations, type RowPage, type Transaction } from '@earshot/persistence';
import { DataSource, IsNull, type SelectQueryBuilder } from 'typeorm';
import { FileEntity } from '../database/entities/file.entity.js';
import { idTaken, keyTaken } from './files.errors.js';

type Kind = FileName['kind'];

/** What callers see: datasets whatever became of them, recipes and artifacts once they may be used. */
const visible = "file.deleteAfter is null and (file.kind = 'dataset' or file.status = 'ready')";

/** The rows of files, as commands want them. */
@Injectable()
export class FilesRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Does something outside of any command. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** @throws AppError `key_taken`, `id_taken` */
  async insert(tx: Transaction, row: FileEntity): Promise<void> {
    const kind = row.kind as Kind;
    await refuseViolations(tx.insert(FileEntity, row), {
      files_key_taken: () => keyTaken(kind, String(row.key)),
      files_id_taken: () => idTaken(kind, row.id),
    });
  }

  /** The file that a name means: by id, else by key; of recipes the project's own before one of all projects. */
  find(tx: Transaction, name: FileName): Promise<FileEntity | null> {
    const query = named(inScope(tx, name), name);
    return query.orderBy('file.id = :id', 'DESC').addOrderBy('file.projectId', 'ASC', 'NULLS LAST').limit(1).getOne();
  }

  /** The same, kept from others until the transaction ends; what is there for all projects belongs to none of them. */
  lock(tx: Transaction, name: FileName): Promise<FileEntity | null> {
    const query = named(inScope(tx, name), name);
    if (name.kind === 'recipe' && name.project_id !== null) query.andWhere('file.projectId is not null');
    return query.orderBy('file.id = :id', 'DESC').limit(1).setLock('pessimistic_write').getOne();
  }

  /** In sight or not. */
  findById(tx: Transaction, kind: Kind, id: string): Promise<FileEntity | null> {
    return tx.findOneBy(FileEntity, { kind, id });
  }

  /** @throws AppError `cursor_invalid` */
  page(tx: Transaction, { limit, cursor, ...scope }: ListFiles): Promise<RowPage<FileEntity>> {
    return readPage(inScope(tx, scope), { limit, cursor });
  }

  /** Some files of a project, in sight or not, kept from others until the transaction ends. */
  lockSomeOf(tx: Transaction, projectId: string, limit: number): Promise<FileEntity[]> {
    return tx.find(FileEntity, {
      where: { projectId, deleteAfter: IsNull() },
      order: { id: 'asc' },
      take: limit,
      lock: { mode: 'pessimistic_write' },
    });
  }

  async setDeleteAfter(tx: Transaction, id: string, deleteAfter: Date): Promise<void> {
    await tx.update(FileEntity, { id }, { deleteAfter });
  }
}

function inScope(
  tx: Transaction,
  { kind, project_id: projectId }: Omit<FileName, 'file'>,
): SelectQueryBuilder<FileEntity> {
  const query = tx.createQueryBuilder(FileEntity, 'file').where(visible).andWhere('file.kind = :kind', { kind });
  if (projectId === null) return kind === 'artifact' ? query : query.andWhere('file.projectId is null');
  const orAll = kind === 'recipe' ? ' or file.projectId is null' : '';
  return query.andWhere(`(file.projectId = :projectId${orAll})`, { projectId });
}

function named(query: SelectQueryBuilder<FileEntity>, { file }: FileName): SelectQueryBuilder<FileEntity> {
  // What has no id's form is no id; the database would refuse to compare it with one.
  const id = uuid.safeParse(file).success ? file : null;
  return query.andWhere('(file.id = :id or file.key = :key)', { id, key: file });
}
