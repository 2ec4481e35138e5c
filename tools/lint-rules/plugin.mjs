import { builtinRules } from 'eslint/use-at-your-own-risk';
import { documentedExports } from './documented-exports.mjs';
import { guardedRoutes } from './guarded-routes.mjs';
import { noCatchInConsumers } from './no-catch-in-consumers.mjs';

/** Rules of our own, as an ESLint plugin. */
export const earshot = {
  meta: { name: 'earshot' },
  rules: {
    'documented-exports': documentedExports,
    'guarded-routes': guardedRoutes,
    'no-catch-in-consumers': noCatchInConsumers,
    // The same rule under a second name: one limit warns, the other fails.
    'long-file': builtinRules.get('max-lines'),
  },
};
