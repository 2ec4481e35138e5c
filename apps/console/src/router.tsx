import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { parseHomeSearch } from './features/home/range.js';
import { parseAuditSearch } from './features/audit/audit-search.js';
import { parseCampaignsSearch } from './features/campaigns/campaigns-search.js';
import { parseDatasetsSearch } from './features/datasets/datasets-search.js';
import { parseSearch } from './features/interactions/filter.js';
import { besideFrom } from './features/interactions/layout.js';
import { parseReplaySearch } from './features/interactions/replay.js';
import { parseKeysSearch } from './features/keys/keys-search.js';
import { parseMetricsSearch } from './features/metrics/metrics-search.js';
import { parseModelsSearch } from './features/models/models-search.js';
import { validatePlaygroundSearch } from './features/playground/search.js';
import { parseReviewSearch } from './features/review/review-search.js';
import { sessionQuery } from './session/session.js';
import { SignInPage } from './session/sign-in.page.js';
import { ProjectsPage } from './features/projects/projects.page.js';
import { RouteError, SessionError, ViewNotFound } from './shell/route-states.js';
import { Shell } from './shell/shell.js';
import { Loading } from './ui/states.js';

const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()();

/** A path of the console, to go on to after the sign-in; a link may name anything else. */
function localPath(to: unknown): string | undefined {
  return typeof to === 'string' && /^\/(?![/\\])/.test(to) ? to : undefined;
}

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ to }: Record<string, unknown>) => ({ to: localPath(to) }),
  beforeLoad: async ({ context, search }) => {
    if ((await context.queries.ensureQueryData(sessionQuery)) !== null)
      redirect({ href: search.to ?? '/', throw: true });
  },
  component: SignInPage,
  errorComponent: SessionError,
});

/** Views that need a session. The code of a one-time link goes on to the sign-in view in the fragment. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ context, location }) => {
    if ((await context.queries.ensureQueryData(sessionQuery)) !== null) return;
    const to = location.pathname === '/' ? undefined : location.href.split('#')[0];
    redirect({ to: '/sign-in', search: { to }, hash: location.hash, throw: true });
  },
  component: Shell,
  errorComponent: SessionError,
});

const projectsRoute = createRoute({ getParentRoute: () => shellRoute, path: '/', component: ProjectsPage });

/** All views of a project. */
export const projectRoute = createRoute({ getParentRoute: () => shellRoute, path: '/$project' });

const homeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/',
  validateSearch: parseHomeSearch,
  component: lazyRouteComponent(() => import('./features/home/home.page.js'), 'HomePage'),
});

const playgroundRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/playground',
  validateSearch: validatePlaygroundSearch,
  component: lazyRouteComponent(() => import('./features/playground/playground.page.js'), 'PlaygroundPage'),
});

const interactionsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/interactions',
  validateSearch: parseSearch,
  beforeLoad: ({ params: { project }, search: { open: completion } }) => {
    // A link that was copied on a wide screen.
    if (completion === undefined || window.matchMedia(besideFrom).matches) return;
    const to = '/$project/interactions/$completion';
    redirect({ to, params: { project, completion }, replace: true, throw: true });
  },
  component: lazyRouteComponent(() => import('./features/interactions/interactions.page.js'), 'InteractionsPage'),
});

const interactionRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/interactions/$completion',
  component: lazyRouteComponent(() => import('./features/interactions/interaction.page.js'), 'InteractionPage'),
});

const replayRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sessions/$session',
  validateSearch: parseReplaySearch,
  component: lazyRouteComponent(() => import('./features/interactions/replay.page.js'), 'ReplayPage'),
});

const reviewRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/review',
  validateSearch: parseReviewSearch,
  component: lazyRouteComponent(() => import('./features/review/review.page.js'), 'ReviewPage'),
});

const queueRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/review/$queue',
  component: lazyRouteComponent(() => import('./features/review/queue.page.js'), 'QueuePage'),
});

const campaignsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/campaigns',
  validateSearch: parseCampaignsSearch,
  component: lazyRouteComponent(() => import('./features/campaigns/campaigns.page.js'), 'CampaignsPage'),
});

const campaignRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/campaigns/$campaign',
  component: lazyRouteComponent(() => import('./features/campaigns/campaign.page.js'), 'CampaignPage'),
});

const datasetsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/datasets',
  validateSearch: parseDatasetsSearch,
  component: lazyRouteComponent(() => import('./features/datasets/datasets.page.js'), 'DatasetsPage'),
});

const modelsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/models',
  validateSearch: parseModelsSearch,
  component: lazyRouteComponent(() => import('./features/models/models.page.js'), 'ModelsPage'),
});

const metricsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/metrics',
  validateSearch: parseMetricsSearch,
  component: lazyRouteComponent(() => import('./features/metrics/metrics.page.js'), 'MetricsPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/keys',
  validateSearch: parseKeysSearch,
  component: lazyRouteComponent(() => import('./features/keys/keys.page.js'), 'KeysPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/audit',
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import('./features/audit/audit.page.js'), 'AuditPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./features/settings/settings.page.js'), 'SettingsPage'),
});

const routeTree = rootRoute.addChildren([
  signInRoute,
  shellRoute.addChildren([
    projectsRoute,
    projectRoute.addChildren([
      homeRoute,
      playgroundRoute,
      interactionsRoute,
      interactionRoute,
      replayRoute,
      reviewRoute,
      queueRoute,
      campaignsRoute,
      campaignRoute,
      datasetsRoute,
      modelsRoute,
      metricsRoute,
      keysRoute,
      auditRoute,
      settingsRoute,
    ]),
  ]),
]);

/** Creates the router of the console. */
export function createConsoleRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/console',
    context: { queries },
    defaultPreload: 'intent',
    defaultPendingComponent: () => <Loading />,
    defaultErrorComponent: RouteError,
    defaultNotFoundComponent: ViewNotFound,
    // Params that a view does not read would reach the interface as unknown fields.
    search: { strict: true },
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
