import { Injectable } from '@nestjs/common';
import type { Image } from '@earshot/contracts-storage';
import { readPage, type PageRequest, type Transaction } from '@earshot/persistence';
import { ImageEntity } from '../database/entities/image.entity.js';
import { toImage, toRow } from './image.mapper.js';

/** The rows of images. */
@Injectable()
export class ImagesRepository {
  /** Adds a row. */
  async insert(tx: Transaction, image: Image): Promise<void> {
    await tx.insert(ImageEntity, toRow(image));
  }

  /** One page of a project's, oldest first. @throws AppError `cursor_invalid` */
  async page(tx: Transaction, { project_id: projectId, ...request }: PageRequest & { project_id: string }) {
    const query = tx.createQueryBuilder(ImageEntity, 'row').where('row.projectId = :projectId', { projectId });
    const { rows, nextCursor } = await readPage(query, request);
    return { data: rows.map(toImage), next_cursor: nextCursor };
  }
}
