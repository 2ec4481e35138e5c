import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { Loading } from '../../ui/states.js';
import { InteractionActions } from './interaction-actions.js';
import { InteractionError } from './interaction-panel.js';
import { InteractionSummary, InteractionView } from './interaction-view.js';
import { interactionQuery } from './queries.js';

/** One completion, with its feedback. */
export function InteractionPage() {
  const { project, completion } = useParams({ from: '/shell/$project/interactions/$completion' });
  const { data, error, refetch } = useQuery(interactionQuery(project, completion));
  const navigate = useNavigate();
  if (data === undefined)
    return (
      <Page title="Interaction">
        {error === null ? <Loading lines={10} /> : <InteractionError error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  return (
    <Page
      title="Interaction"
      description={<InteractionSummary project={project} interaction={data} />}
      actions={
        <>
          <Link
            to="/$project/sessions/$session"
            params={{ project, session: data.session_id }}
            className={buttonClass()}
          >
            Replay the session
          </Link>
          <InteractionActions
            project={project}
            interaction={data}
            onErased={() => void navigate({ to: '/$project/interactions', params: { project } })}
          />
        </>
      }
    >
      <InteractionView project={project} interaction={data} />
    </Page>
  );
}
