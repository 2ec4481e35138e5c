import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { toApiError } from '../api/api-error.js';
import { requestTimeoutMs, setCsrfToken, writeHeaders } from '../api/client.js';
import { isRetried } from '../api/retry.js';

/** A permission of an API key. */
export type Permission = 'inference' | 'feedback' | 'data' | 'read' | 'manage' | 'keys';

/** The signed-in session, as `POST /api/v1/sessions` returns it. */
export interface Session {
  readonly key: {
    /** null for the administrator's key of the environment. */
    readonly id: string | null;
    readonly name: string;
    readonly project_id: string | null;
    /** Key of the project; null for an installation key. */
    readonly project: string | null;
    readonly permissions: readonly Permission[];
    /** Whether the key belongs to the installation and so may use every project. */
    readonly admin: boolean;
  };
  readonly csrf_token: string;
  readonly expires_at: string;
}

const path = '/api/v1/sessions';

async function send(method: string, url: string, body?: object): Promise<Response> {
  const headers = { ...(body && { 'content-type': 'application/json' }), ...writeHeaders() };
  const response = await fetch(url, {
    method,
    headers,
    body: body && JSON.stringify(body),
    credentials: 'same-origin',
    signal: AbortSignal.timeout(requestTimeoutMs),
  });
  if (!response.ok) throw await toApiError(response);
  return response;
}

async function readSession(): Promise<Session | null> {
  const { data } = (await (await send('GET', path)).json()) as { data: Session[] };
  return data[0] === undefined ? null : accepted(data[0]);
}

function accepted(session: Session): Session {
  setCsrfToken(session.csrf_token);
  return session;
}

/** The session; null when signed out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readSession,
  staleTime: Infinity,
  retry: isRetried,
});

/** Exchanges an API key, or the code of a one-time link, for a session. @throws ApiError */
export async function signIn(credential: { api_key: string } | { code: string }): Promise<Session> {
  return accepted((await (await send('POST', path, credential)).json()) as Session);
}

/** Ends the session, and removes what the tab keeps over a reload. @throws ApiError */
export async function signOut(): Promise<void> {
  await send('DELETE', `${path}/current`);
  window.sessionStorage.clear();
  setCsrfToken(null);
}

/** The session of a view that is only shown when signed in. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('This view needs a session.');
  return data;
}

/** Whether a key has a permission. `manage` implies `read`. */
export function hasPermission({ permissions }: Session['key'], permission: Permission): boolean {
  return permissions.includes(permission) || (permission === 'read' && permissions.includes('manage'));
}

/** Returns whether the key of the session has a permission. */
export function useMay(permission: Permission): boolean {
  return hasPermission(useSession().key, permission);
}
