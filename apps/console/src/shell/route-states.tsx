import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { Entrance } from '../session/entrance.js';
import { Page } from '../ui/page.js';
import { EmptyState, ErrorNote } from '../ui/states.js';
import { StartLink } from './start-link.js';

/** Says what failed, and loads the route again. */
function RetryNote({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { reset } = useQueryErrorResetBoundary();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorNote error={error} onRetry={retry} />;
}

/** Shown in place of a view that failed. */
export function RouteError(props: ErrorComponentProps) {
  return (
    <Page title="This view failed">
      <RetryNote {...props} />
    </Page>
  );
}

/** Shown for an address without a view. */
export function ViewNotFound() {
  return (
    <Page title="Not found">
      <EmptyState title="This address has no view" action={<StartLink />} />
    </Page>
  );
}

/** Shown without the frame of the views, where it is not known whether there is a session. */
export function SessionError(props: ErrorComponentProps) {
  return (
    <Entrance title="Earshot">
      <RetryNote {...props} />
    </Entrance>
  );
}
