import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessagesSquare, Trash2 } from 'lucide-react';
import { useMay } from '../../session/session.js';
import { Button, buttonClass } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { showToast } from '../../ui/toasts.js';
import { AddToQueue } from '../review-queues/add-to-queue.js';
import { eraseInteraction, interactionQuery, listKey } from './queries.js';

/** Props of {@link InteractionActions}. */
export interface InteractionActionsProps {
  readonly project: string;
  readonly completion: string;
  readonly onErased: () => void;
}

/** What one can do with an interaction. */
export function InteractionActions({ project, completion, onErased }: InteractionActionsProps) {
  const mayAsk = useMay('inference');
  const mayErase = useMay('manage');
  return (
    <>
      {mayAsk && (
        <Link to="/$project/playground" params={{ project }} search={{ from: completion }} className={buttonClass()}>
          <MessagesSquare aria-hidden />
          Open in playground
        </Link>
      )}
      <AddToQueue project={project} completions={[completion]} />
      {mayErase && <EraseButton project={project} completion={completion} onErased={onErased} />}
    </>
  );
}

function EraseButton({ project, completion, onErased }: InteractionActionsProps) {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const erase = useMutation({
    mutationFn: () => eraseInteraction(project, completion),
    onSuccess: () => {
      queries.removeQueries({ queryKey: interactionQuery(project, completion).queryKey });
      queries.removeQueries({ queryKey: listKey(project) });
      setOpen(false);
      showToast('Interaction erased.');
      onErased();
    },
  });
  return (
    <>
      <Button variant="danger" iconOnly aria-label="Erase the interaction" onPress={() => setOpen(true)}>
        <Trash2 aria-hidden />
      </Button>
      <ConfirmDialog
        title="Erase the interaction?"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        confirmLabel="Erase"
        onConfirm={() => erase.mutate()}
        isPending={erase.isPending}
        error={erase.error}
      >
        <p>
          It is erased with its feedback and the other choices of its response. Datasets with a line of it are deleted.
          This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
