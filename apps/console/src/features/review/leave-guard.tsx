import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from '../../ui/dialog.js';
import type { ReviewSession } from './review-session.js';

/** Asks before the view is left while a decision is not stored yet. */
export function LeaveGuard({ session }: { readonly session: ReviewSession }) {
  const blocker = useBlocker({
    shouldBlockFn: () => session.hasUnsaved(),
    enableBeforeUnload: () => session.hasUnsaved(),
    withResolver: true,
  });
  return (
    <ConfirmDialog
      title="Leave before everything is saved?"
      isOpen={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
      isPending={false}
      error={null}
    >
      <p>A decision is not stored yet. If you leave, it may be lost.</p>
    </ConfirmDialog>
  );
}
