import { StrictMode } from 'react';
import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './ui/tokens.css';
import './ui/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { ApiError } from './api/api-error.js';
import { isRetried } from './api/retry.js';
import { createConsoleRouter } from './router.js';
import { sessionQuery } from './session/session.js';
import { applyTheme, storedTheme } from './ui/theme.js';

const staleMs = 10_000;

const queries = new QueryClient({
  defaultOptions: {
    // Without a connection, requests fail and say so. They would wait in silence otherwise.
    queries: { staleTime: staleMs, retry: isRetried, networkMode: 'always', refetchOnReconnect: true },
    mutations: { networkMode: 'always' },
  },
});
const router = createConsoleRouter(queries);

// A session that ended elsewhere, or expired, leads to the sign-in view.
queries.getQueryCache().subscribe(({ query }) => {
  const error: unknown = query.state.error;
  if (!(error instanceof ApiError) || error.status !== 401 || queries.getQueryData(sessionQuery.queryKey) === null)
    return;
  queries.setQueryData(sessionQuery.queryKey, null);
  void router.invalidate();
});

applyTheme(storedTheme());
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);
