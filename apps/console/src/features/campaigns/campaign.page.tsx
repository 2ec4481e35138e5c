import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error.js';
import { useProjectEvents } from '../../api/project-events.js';
import { buttonClass } from '../../ui/button.js';
import { formatShare } from '../../ui/format.js';
import { Page, Panel } from '../../ui/page.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { modelsQuery } from '../models/queries.js';
import { Facts } from '../resource/facts.js';
import { adviceOf } from './advice.js';
import { BandsChart } from './bands-chart.js';
import { CampaignActions } from './campaign-actions.js';
import styles from './campaigns.module.css';
import { campaignQuery, historyQuery, reportQuery, type Campaign, type Report } from './queries.js';
import { ReportTable } from './report-table.js';
import { StatusBadge } from './status-badge.js';
import { useRefresh } from './use-refresh.js';
import { WinMatrix } from './win-matrix.js';

const route = getRouteApi('/shell/$project/campaigns/$campaign');

const notFound = 404;

/** Reads without events, for example where a proxy ends the stream. */
const pollMs = 15_000;

/** The report of a campaign, while it grows. */
export function CampaignPage() {
  const { project, campaign: name } = route.useParams();
  const campaign = useQuery({ ...campaignQuery(project, name), refetchInterval: pollMs });
  const report = useQuery({ ...reportQuery(project, name), refetchInterval: pollMs });
  const history = useQuery({ ...historyQuery(project, name), refetchInterval: pollMs });
  const refresh = useRefresh(campaignQuery(project, name).queryKey);
  useProjectEvents(project, { onEvent: refresh, onReconnect: refresh });
  const error = campaign.error ?? report.error ?? history.error;
  const retry = () => void Promise.all([campaign.refetch(), report.refetch(), history.refetch()]);
  const isLoading = campaign.data === undefined || report.data === undefined || history.data === undefined;
  if (campaign.data === undefined && error instanceof ApiError && error.status === notFound)
    return <NotFound project={project} />;
  return (
    <Page
      title={campaign.data?.name ?? name}
      description={campaign.data && <Description {...campaign.data} />}
      actions={campaign.data && <CampaignActions project={project} campaign={campaign.data} />}
    >
      <ErrorNote error={error} onRetry={retry} />
      {isLoading && error === null && <Loading lines={10} label="Loading the report" />}
      {campaign.data !== undefined && report.data !== undefined && (
        <>
          <AdviceNote project={project} report={report.data} />
          {history.data !== undefined && (
            <Panel>
              <BandsChart title={`${measureOf(report.data)} over time`} history={history.data} />
            </Panel>
          )}
          <ReportTable project={project} campaign={campaign.data} report={report.data} />
          {report.data.matrix !== undefined && (
            <Panel title="Who won against whom">
              <WinMatrix models={report.data.models.map(({ model }) => model)} matrix={report.data.matrix} />
            </Panel>
          )}
          <About project={project} campaign={campaign.data} />
        </>
      )}
    </Page>
  );
}

function NotFound({ project }: { readonly project: string }) {
  const all = (
    <Link to="/$project/campaigns" params={{ project }} className={buttonClass()}>
      All campaigns
    </Link>
  );
  return (
    <Page title="Campaign">
      <EmptyState title="Campaign not found" action={all}>
        It was deleted, or no campaign of the project has this key.
      </EmptyState>
    </Page>
  );
}

function Description({ status, models, metric, feedback_type: kind }: Campaign) {
  return (
    <>
      <StatusBadge status={status} /> {models.join(' against ')}, by {kind === 'preference' ? 'preferences' : 'values'}{' '}
      under <code>{metric}</code>
    </>
  );
}

/** What the numbers of a report are. */
function measureOf({ feedback_type: kind, metric }: Report): string {
  return kind === 'preference' ? 'Share of comparisons won' : `Mean of ${metric}`;
}

function AdviceNote({ project, report }: { readonly project: string; readonly report: Report }) {
  const { tone, title, text } = adviceOf(report);
  const { data: models } = useQuery(modelsQuery(project));
  const deployed = models?.find((model) => model.key === report.winner && model.default);
  return (
    <section
      className={[styles.advice, tone !== 'neutral' && styles[tone]].filter(Boolean).join(' ')}
      aria-label="Result"
      aria-live="polite"
    >
      <h2>{title}</h2>
      <p>{text}</p>
      {deployed !== undefined && <p>{deployed.name} is the default model now.</p>}
    </section>
  );
}

function About({ project, campaign }: { readonly project: string; readonly campaign: Campaign }) {
  const { key, models, metric, traffic_split: split, auto_deploy: deploys, created_at } = campaign;
  return (
    <Panel title="About this campaign">
      <Facts
        facts={{
          Key: <code>{key}</code>,
          Started: <Time iso={created_at} isExact />,
          'Share of the traffic': split === 0 ? 'Only requests that name it' : formatShare(split),
          'When decided': deploys ? 'The winner becomes the default model' : 'Nothing changes by itself',
        }}
      />
      <div className={styles.links}>
        <Link to="/$project/playground" params={{ project }} search={{ models: models.slice(0, 4).join(','), metric }}>
          Compare in the playground
        </Link>
        <Link to="/$project/review" params={{ project }}>
          Review answers
        </Link>
        <Link to="/$project/interactions" params={{ project }} search={{ ab_campaign: key }}>
          Interactions of this campaign
        </Link>
      </div>
    </Panel>
  );
}
