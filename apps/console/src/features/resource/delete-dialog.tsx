import type { ReactNode } from 'react';
import type { QueryKey } from '@tanstack/react-query';
import { ConfirmDialog } from '../../ui/dialog.js';
import { showToast } from '../../ui/toasts.js';
import { useWrite } from './use-write.js';

/** Props of {@link DeleteDialog}. */
export interface DeleteDialogProps {
  /** What is deleted, for example "model". */
  readonly noun: string;
  readonly name: string;
  readonly verb?: string;
  /** What else is lost. */
  readonly children: ReactNode;
  readonly send: (idempotencyKey: string) => Promise<unknown>;
  readonly invalidates: QueryKey;
  readonly onClose: () => void;
}

/** Asks before a resource is deleted. */
export function DeleteDialog({ noun, name, verb = 'Delete', children, send, invalidates, onClose }: DeleteDialogProps) {
  const write = useWrite<string, unknown>({
    send: (_name, idempotencyKey) => send(idempotencyKey),
    invalidates,
    onDone: () => {
      showToast(`${verb === 'Delete' ? 'Deleted' : 'Revoked'} the ${noun} ${name}.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`${verb} ${name}?`}
      isOpen
      onClose={onClose}
      confirmLabel={`${verb} the ${noun}`}
      onConfirm={() => write.mutate(name)}
      isPending={write.isPending}
      error={write.error}
    >
      <p>{children}</p>
    </ConfirmDialog>
  );
}
