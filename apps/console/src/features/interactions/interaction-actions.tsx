import { useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessagesSquare, Terminal, Trash2 } from 'lucide-react';
import type { Schemas } from '../../api/client.js';
import { useMay } from '../../session/session.js';
import { Button, buttonClass } from '../../ui/button.js';
import { chatSnippets } from '../../ui/chat-snippets.js';
import { copyText } from '../../ui/code.js';
import { ConfirmDialog } from '../../ui/dialog.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { showToast } from '../../ui/toasts.js';
import { AddToQueue } from '../review-queues/add-to-queue.js';
import { eraseInteraction, interactionQuery, listKey } from './queries.js';
import { requestOf } from './request.js';

/** Props of {@link InteractionActions}. */
export interface InteractionActionsProps {
  readonly project: string;
  readonly interaction: Schemas['Interaction'];
  readonly onErased: () => void;
}

/** What one can do with an interaction. */
export function InteractionActions({ project, interaction, onErased }: InteractionActionsProps) {
  const { completion_id: completion } = interaction;
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
      <CopyCurl project={project} interaction={interaction} />
      <AddToQueue project={project} completions={[completion]} />
      {mayErase && <EraseButton project={project} completion={completion} onErased={onErased} />}
    </>
  );
}

function CopyCurl({ project, interaction }: Omit<InteractionActionsProps, 'onErased'>) {
  const copy = () => {
    const { curl = '' } = chatSnippets(window.location.origin, requestOf(interaction, project));
    copyText(curl).then(
      () => showToast('Copied the request as curl.'),
      (error: unknown) => showToast(`Not copied: ${(error as Error).message}`, 'bad'),
    );
  };
  useShortcut('x', 'Copy the request as curl', copy);
  return (
    <Button onPress={copy} aria-keyshortcuts="x">
      <Terminal aria-hidden />
      Copy as curl
    </Button>
  );
}

interface EraseProps extends Pick<InteractionActionsProps, 'project' | 'onErased'> {
  readonly completion: string;
}

function EraseButton({ project, completion, onErased }: EraseProps) {
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
