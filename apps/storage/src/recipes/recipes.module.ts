import { Module } from '@nestjs/common';
import { ObjectsModule } from '../objects/objects.module.js';
import { RecipeChecker } from './recipe-checker.js';

/** Checks of uploaded recipes. */
@Module({ imports: [ObjectsModule], providers: [RecipeChecker], exports: [RecipeChecker] })
export class RecipesModule {}
