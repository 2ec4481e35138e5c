import { builtinRules } from 'eslint/use-at-your-own-risk';
import { documentedExports } from './documented-exports.mjs';
import { guardedRoutes } from './guarded-routes.mjs';
import { noCatchInConsumers } from './no-catch-in-consumers.mjs';

/** ESLint plugin with Earshot's own rules. */
export const earshot = {
  meta: { name: 'earshot' },
  rules: {
    'documented-exports': documentedExports,
    'guarded-routes': guardedRoutes,
    'no-catch-in-consumers': noCatchInConsumers,
    // A second name for the same rule: one limit warns, the other fails.
    'long-file': builtinRules.get('max-lines'),
  },
};
