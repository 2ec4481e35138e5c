import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useProjectEvents } from '../../api/project-events.js';
import { useMay } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { useShortcut } from '../../ui/shortcuts.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { NameCell } from '../resource/name-cell.js';
import resource from '../resource/resource.module.css';
import { CampaignForm } from './campaign-form.js';
import type { CampaignsSearch } from './campaigns-search.js';
import { campaignsQuery, type Campaign } from './queries.js';
import { StatusBadge } from './status-badge.js';
import { useRefresh } from './use-refresh.js';

const route = getRouteApi('/shell/$project/campaigns');

/** A/B campaigns of a project. */
export function CampaignsPage() {
  const { project } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: CampaignsSearch) => void navigate({ search: changes });
  const mayManage = useMay('manage');
  const { data: campaigns, error, refetch } = useQuery(campaignsQuery(project));
  const refresh = useRefresh(campaignsQuery(project).queryKey);
  useProjectEvents(project, { onEvent: refresh, onReconnect: refresh });
  useShortcut('n', 'New campaign', () => change({ new: true }), { isEnabled: mayManage });
  const newButton = mayManage && (
    <Button variant="primary" onPress={() => change({ new: true })}>
      <Plus aria-hidden />
      New campaign
    </Button>
  );
  return (
    <Page
      title="Campaigns"
      description="Which model do people prefer? A campaign counts feedback until it knows."
      actions={campaigns !== undefined && campaigns.length > 0 && newButton}
    >
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {campaigns === undefined && error === null && <Loading label="Loading the campaigns" />}
      {campaigns?.length === 0 && (
        <EmptyState title="No campaigns yet" action={newButton}>
          A campaign compares models by what people say about their answers. It tells you when you may stop.
        </EmptyState>
      )}
      {campaigns !== undefined && campaigns.length > 0 && <CampaignsTable {...{ project, campaigns }} />}
      {mayManage && search.new === true && (
        <CampaignForm
          project={project}
          models={search.models?.split(',') ?? []}
          metric={search.metric ?? null}
          onClose={() => change({})}
        />
      )}
    </Page>
  );
}

function CampaignsTable({ project, campaigns }: { readonly project: string; readonly campaigns: readonly Campaign[] }) {
  return (
    <Table
      label="Campaigns"
      rows={campaigns}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          header: 'Campaign',
          cell: ({ key, name }) => (
            <NameCell
              name={
                <Link to="/$project/campaigns/$campaign" params={{ project, campaign: key }}>
                  {name}
                </Link>
              }
              detail={name === key ? undefined : key}
            />
          ),
        },
        { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        { id: 'models', header: 'Models', cell: ({ models }) => models.join(', ') },
        {
          id: 'winner',
          header: 'Winner',
          cell: ({ winner }) => winner ?? <span className={resource.muted}>None</span>,
        },
        { id: 'metric', header: 'Decided by', cell: decidedBy },
        { id: 'created', header: 'Started', isNumber: true, cell: ({ created_at }) => <Time iso={created_at} /> },
      ]}
    />
  );
}

function decidedBy({ feedback_type: kind, metric }: Campaign) {
  return (
    <>
      {kind === 'preference' ? 'Preferences' : 'Values'} under <code>{metric}</code>
    </>
  );
}
