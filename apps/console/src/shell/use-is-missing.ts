import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.js';
import { useMay, useSession } from '../session/session.js';
import { projectQuery } from './projects.js';

const notFound = 404;

/** Whether a project does not exist, or is not that of the key. Views are shown until that is known. */
export function useIsMissing(project: string | undefined): boolean {
  const { key } = useSession();
  const isForeign = project !== undefined && key.project !== null && key.project !== project;
  const isAsked = useMay('read') && project !== undefined && !isForeign;
  const { error } = useQuery({ ...projectQuery(project ?? ''), enabled: isAsked });
  return isForeign || (error instanceof ApiError && error.status === notFound);
}
