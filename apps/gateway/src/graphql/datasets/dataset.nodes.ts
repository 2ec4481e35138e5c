import { Injectable } from '@nestjs/common';
import type { DatasetResponse } from '@earshot/dto-storage';
import type { ProjectContext } from '../../auth/request-context.js';
import { DatasetsService } from '../../datasets/datasets.service.js';
import { kindOfFormat, kindOfRow } from './dataset.mapper.js';

/** Converts datasets to nodes of the graph. The first row is read only if a field needs it. */
@Injectable()
export class DatasetNodes {
  constructor(private readonly datasets: DatasetsService) {}

  of(context: ProjectContext, dataset: DatasetResponse) {
    const { id, key, name, created_at, rows, from, status } = dataset;
    const kind = async () => {
      if (from !== null) return kindOfFormat(from.format);
      return kindOfRow(status === 'ready' ? await this.datasets.firstRow(context, id) : undefined);
    };
    return {
      ...{ id, key, name, kind, createdAt: Date.parse(created_at), records: rows, metricsUsage: [] },
      downloadUrl: `/api/v1/projects/${context.project.key}/datasets/${id}/download`,
    };
  }
}
