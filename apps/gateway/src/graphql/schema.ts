import { abCampaignsSchema } from './ab-campaigns/ab-campaigns.schema.js';
import { commonSchema } from './common.schema.js';
import { datasetsSchema } from './datasets/datasets.schema.js';
import { feedbackSchema } from './feedback/feedback.schema.js';
import { interactionsSchema } from './interactions/interactions.schema.js';
import { metricsSchema } from './metrics/metrics.schema.js';
import { modelsSchema } from './models/models.schema.js';
import { projectsSchema } from './projects/projects.schema.js';
import { recipesSchema } from './recipes/recipes.schema.js';
import { usersSchema } from './users/users.schema.js';

/** The schema in GraphQL's language. Names of types and fields are those of the official client. */
export const schema = [
  ...[commonSchema, usersSchema, projectsSchema, modelsSchema, metricsSchema, feedbackSchema],
  ...[abCampaignsSchema, interactionsSchema, datasetsSchema, recipesSchema],
].join('\n');
