import { memo, useDeferredValue } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Maximize2, X } from 'lucide-react';
import { ApiError } from '../../api/api-error.js';
import type { Schemas } from '../../api/client.js';
import { Button, buttonClass } from '../../ui/button.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { InteractionActions } from './interaction-actions.js';
import { InteractionSummary, InteractionView } from './interaction-view.js';
import { interactionQuery } from './queries.js';
import styles from './interaction.module.css';

/** Props of {@link InteractionPanel}. */
export interface InteractionPanelProps {
  readonly project: string;
  readonly completion: string;
  readonly onClose: () => void;
  /** The interaction was erased, so the list has to be read again. */
  readonly onErased: () => void;
}

/** An interaction beside the table. */
export function InteractionPanel({ project, completion, onClose, onErased }: InteractionPanelProps) {
  // A long conversation takes longer to draw than a key press may: the table answers first.
  const shown = useDeferredValue<string | undefined>(completion, undefined);
  return (
    <aside className={styles.panel} aria-label="Interaction">
      <div className={styles.panelHeader}>
        Interaction
        <div className={styles.panelActions}>
          <Link
            to="/$project/interactions/$completion"
            params={{ project, completion }}
            className={buttonClass('plain', true)}
            aria-label="Open as a page"
          >
            <Maximize2 aria-hidden />
          </Link>
          <Button variant="plain" iconOnly aria-label="Close" onPress={onClose}>
            <X aria-hidden />
          </Button>
        </div>
      </div>
      <div className={styles.panelBody} tabIndex={0} role="region" aria-label="Content of the interaction">
        {shown === undefined ? (
          <Loading lines={8} />
        ) : (
          <PanelContent project={project} completion={shown} onErased={onErased} />
        )}
      </div>
    </aside>
  );
}

const PanelContent = memo(function PanelContent({
  project,
  completion,
  onErased,
}: Omit<InteractionPanelProps, 'onClose'>) {
  const { data, error, refetch } = useQuery(interactionQuery(project, completion));
  // What arrives is drawn at once otherwise, and keys wait for the whole conversation.
  const interaction = useDeferredValue(data);
  if (interaction === undefined)
    return error === null ? <Loading lines={8} /> : <InteractionError error={error} onRetry={() => void refetch()} />;
  return <Loaded project={project} interaction={interaction} onErased={onErased} />;
});

const Loaded = memo(function Loaded({
  project,
  interaction,
  onErased,
}: Pick<InteractionPanelProps, 'project' | 'onErased'> & { readonly interaction: Schemas['Interaction'] }) {
  return (
    <div className={styles.column}>
      <InteractionSummary project={project} interaction={interaction} />
      <div className={styles.panelActions}>
        <InteractionActions project={project} interaction={interaction} onErased={onErased} />
      </div>
      <InteractionView project={project} interaction={interaction} isNarrow />
    </div>
  );
});

/** What is shown in place of an interaction that cannot be read. */
export function InteractionError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (error instanceof ApiError && (error.status === 404 || error.status === 410))
    return (
      <EmptyState title="Interaction not found">
        It was erased or has expired, or no completion has this id in the project.
      </EmptyState>
    );
  return <ErrorNote error={error} onRetry={onRetry} />;
}
