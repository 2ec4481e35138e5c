import { Module } from '@nestjs/common';
import { FilesModule } from '../files/files.module.js';
import { InstallationRecipesController } from './installation-recipes.controller.js';
import { ProjectRecipesController } from './project-recipes.controller.js';
import { RecipesService } from './recipes.service.js';

/** `/api/v1/projects/{project}/recipes` and `/api/v1/recipes` */
@Module({
  imports: [FilesModule],
  controllers: [ProjectRecipesController, InstallationRecipesController],
  providers: [RecipesService],
  exports: [RecipesService],
})
export class RecipesModule {}
