import { Injectable } from '@nestjs/common';
import type { CallContext } from '@earshot/contracts-core';
import { toolsState, type Tool } from '@earshot/contracts-inference';
import { Outbox, readPage, refuseViolations, type Transaction } from '@earshot/persistence';
import { DataSource } from 'typeorm';
import { ToolEntity } from '../database/entities/tool.entity.js';
import { toRow, toTool } from './tool.mapper.js';
import { idTaken } from './tools.errors.js';

interface PageOfProject {
  readonly project_id: string;
  readonly limit: number;
  readonly cursor: string | null;
}

/** The rows of tools and their state. */
@Injectable()
export class ToolsRepository {
  constructor(
    private readonly outbox: Outbox,
    private readonly dataSource: DataSource,
  ) {}

  /** Runs work outside a command in its own transaction. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.dataSource.transaction(work);
  }

  /** Waits until no other transaction writes tools of the project; held until this one ends. */
  async lockProject(tx: Transaction, projectId: string): Promise<void> {
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`tools of ${projectId}`]);
  }

  /** One tool of a project. */
  async find(tx: Transaction, projectId: string, id: string): Promise<Tool | undefined> {
    return optional(await tx.findOneBy(ToolEntity, { id, projectId }));
  }

  /** The tool that has a key. */
  async findByKey(tx: Transaction, projectId: string, key: string): Promise<Tool | undefined> {
    return optional(await tx.findOneBy(ToolEntity, { projectId, key }));
  }

  /** How many tools a project has. */
  count(tx: Transaction, projectId: string): Promise<number> {
    return tx.countBy(ToolEntity, { projectId });
  }

  /** Some tools of a project, the oldest first. @throws AppError `cursor_invalid` */
  async page(tx: Transaction, { project_id, limit, cursor }: PageOfProject) {
    const query = tx.createQueryBuilder(ToolEntity, 'tool').where('tool.projectId = :project_id', { project_id });
    const { rows, nextCursor } = await readPage(query, { limit, cursor });
    return { data: rows.map(toTool), next_cursor: nextCursor };
  }

  /** The projects that have tools. */
  async projectIds(): Promise<string[]> {
    const rows: { project_id: string }[] = await this.dataSource.query('select distinct project_id from tools');
    return rows.map(({ project_id }) => project_id);
  }

  /** All tools of a project. */
  async all(tx: Transaction, projectId: string): Promise<Tool[]> {
    return (await tx.findBy(ToolEntity, { projectId })).map(toTool);
  }

  /** Adds a row. @throws AppError `id_taken` */
  async insert(tx: Transaction, tool: Tool): Promise<void> {
    await refuseViolations(tx.insert(ToolEntity, toRow(tool)), { tools_pkey: () => idTaken(tool.id) });
  }

  /** Replaces everything of a row. */
  async update(tx: Transaction, tool: Tool): Promise<void> {
    await tx.update(ToolEntity, { id: tool.id }, toRow(tool));
  }

  /** Removes a row. */
  async remove(tx: Transaction, id: string): Promise<void> {
    await tx.delete(ToolEntity, { id });
  }

  /** Removes the rows of a project. @returns their ids */
  async removeAll(tx: Transaction, projectId: string): Promise<string[]> {
    const rows = await tx.findBy(ToolEntity, { projectId });
    await tx.delete(ToolEntity, { projectId });
    return rows.map(({ id }) => id);
  }

  /** Publishes a tool as it is from now on, once the transaction has committed. */
  async publish(tx: Transaction, tool: Tool, call: CallContext): Promise<void> {
    await this.outbox.state(tx, toolsState, tool, call);
  }

  /** Publishes that tools are gone, once the transaction has committed. */
  async publishRemoval(tx: Transaction, ids: readonly string[], call: CallContext): Promise<void> {
    await this.outbox.tombstones(tx, toolsState, ids, call);
  }
}

function optional(row: ToolEntity | null): Tool | undefined {
  return row ? toTool(row) : undefined;
}
