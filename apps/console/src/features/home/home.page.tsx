import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useProjectEvents } from '../../api/project-events.js';
import { LiveState } from '../../ui/live-state.js';
import { Page } from '../../ui/page.js';
import { Select } from '../../ui/select.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { useThrottled } from '../../ui/use-throttled.js';
import { Charts } from './charts.js';
import { FirstSteps } from './first-steps.js';
import { hasInteractionsQuery } from './queries.js';
import { homeRanges, periodOf, type HomeRange, type HomeSearch } from './range.js';
import { Running } from './running.js';
import styles from './home.module.css';

const from = '/shell/$project/' as const;

/** Reads after events are at least this far apart. */
const refreshMs = 5_000;

/** What happens in a project: figures over time, what is running, and first steps in a new one. */
export function HomePage() {
  const { project } = useParams({ from });
  const search = useSearch({ from });
  const queries = useQueryClient();
  const { data: hasInteractions, error, refetch } = useQuery(hasInteractionsQuery(project));
  const refresh = useThrottled(() => void queries.invalidateQueries({ queryKey: ['home', project] }), refreshMs);
  const live = useProjectEvents(project, { onEvent: refresh, onReconnect: refresh });
  if (hasInteractions === false)
    return (
      <Page title="First steps" description="This project has no interactions yet. Send the first in a minute.">
        <FirstSteps project={project} />
      </Page>
    );
  return (
    <Page
      title="Home"
      actions={
        <>
          <LiveState state={live} />
          <Period search={search} />
        </>
      }
    >
      {hasInteractions === undefined && error === null && <Loading lines={10} />}
      {hasInteractions === undefined && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {hasInteractions === true && (
        <>
          <Charts project={project} {...periodOf(search)} />
          <Running project={project} />
        </>
      )}
    </Page>
  );
}

function Period({ search }: { readonly search: HomeSearch }) {
  const navigate = useNavigate({ from: '/$project/' });
  const { range, interval } = periodOf(search);
  const { intervals } = homeRanges[range];
  return (
    <>
      {intervals.length > 1 && (
        <div className={styles.select}>
          <Select
            label="Interval"
            hideLabel
            options={intervals.map((id) => ({ id, label: `By ${id}` }))}
            value={interval}
            onChange={(id) => void navigate({ search: { ...search, interval: id as typeof interval }, replace: true })}
          />
        </div>
      )}
      <div className={styles.select}>
        <Select
          label="Time range"
          hideLabel
          options={Object.entries(homeRanges).map(([id, { label }]) => ({ id, label }))}
          value={range}
          onChange={(id) => void navigate({ search: { range: id as HomeRange }, replace: true })}
        />
      </div>
    </>
  );
}
