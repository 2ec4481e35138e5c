import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module.js';
import { DatasetConverter } from './dataset-converter.js';

/** Conversion of uploaded datasets. */
@Module({ imports: [ObjectsModule], providers: [DatasetConverter], exports: [DatasetConverter] })
export class DatasetsModule {}
