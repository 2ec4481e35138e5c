import { Module } from '@nestjs/common';
import { ErasuresModule } from '../erasures/erasures.module.js';
import { ObjectsModule } from '../objects/objects.module.js';
import { DatasetExporter } from './dataset-exporter.js';
import { ErasureChecker } from './erasure-checker.js';
import { InteractionExports } from './interaction-exports.client.js';

/** Datasets of interactions: their export, and the checks for erased content. */
@Module({
  imports: [ObjectsModule, ErasuresModule],
  providers: [DatasetExporter, InteractionExports, ErasureChecker],
  exports: [DatasetExporter, ErasureChecker],
})
export class ExportsModule {}
