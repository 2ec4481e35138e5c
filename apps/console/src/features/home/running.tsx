import type { ReactNode } from 'react';
import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../ui/badge.js';
import { Panel } from '../../ui/page.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { Time } from '../../ui/time.js';
import { campaignsQuery } from '../campaigns/queries.js';
import { StatusBadge } from '../campaigns/status-badge.js';
import { FeedbackValue } from '../interactions/feedback-section.js';
import { modelsQuery } from '../models/queries.js';
import { lastTrafficQuery, recentFeedbackQuery } from './queries.js';
import styles from './home.module.css';

/** Models of which the last traffic is asked. */
const maxModels = 12;

/** Campaigns that run, models with their last traffic, and recent feedback. */
export function Running({ project }: { readonly project: string }) {
  return (
    <div className={styles.running}>
      <Campaigns project={project} />
      <Models project={project} />
      <RecentFeedback project={project} />
    </div>
  );
}

interface ListProps {
  readonly title: string;
  readonly query: { readonly error: unknown; readonly isPending: boolean; readonly refetch: () => Promise<unknown> };
  readonly empty: ReactNode;
  readonly children: readonly ReactNode[];
}

function List({ title, query: { error, isPending, refetch }, empty, children }: ListProps) {
  return (
    <Panel title={title}>
      {isPending && <Loading lines={3} />}
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {!isPending && error === null && children.length === 0 && <p className={styles.none}>{empty}</p>}
      {children.length > 0 && <ul className={styles.list}>{children}</ul>}
    </Panel>
  );
}

function Campaigns({ project }: { readonly project: string }) {
  const query = useQuery(campaignsQuery(project));
  const running = (query.data ?? []).filter(({ status }) => status === 'warmup' || status === 'in_progress');
  return (
    <List title="Campaigns running" query={query} empty="No campaign is running.">
      {running.map(({ key, name, models, status }) => (
        <li key={key}>
          <Link to="/$project/campaigns/$campaign" params={{ project, campaign: key }}>
            {name}
          </Link>
          <span className={styles.detail}>{models.join(', ')}</span>
          <StatusBadge status={status} />
        </li>
      ))}
    </List>
  );
}

function Models({ project }: { readonly project: string }) {
  const query = useQuery(modelsQuery(project));
  const models = (query.data ?? []).slice(0, maxModels);
  const times = useQueries({ queries: models.map(({ key }) => lastTrafficQuery(project, key)) });
  return (
    <List title="Models" query={query} empty="The project has no models.">
      {models.map(({ key, name, default: isDefault }, index) => (
        <li key={key}>
          <Link to="/$project/interactions" params={{ project }} search={{ model: key }}>
            {name}
          </Link>
          {isDefault && <Badge>default</Badge>}
          <span className={styles.age}>
            <LastTraffic time={times[index]?.data} />
          </span>
        </li>
      ))}
    </List>
  );
}

function LastTraffic({ time }: { readonly time: string | null | undefined }) {
  if (time === undefined) return null;
  return time === null ? 'never used' : <Time iso={time} />;
}

function RecentFeedback({ project }: { readonly project: string }) {
  const query = useQuery(recentFeedbackQuery(project));
  return (
    <List title="Recent feedback" query={query} empty="No feedback yet.">
      {(query.data ?? []).map(({ id, completion, metric, result, reason, created_at }) => (
        <li key={id}>
          <Link to="/$project/interactions/$completion" params={{ project, completion }}>
            {metric}
          </Link>
          {typeof result === 'object' ? <span>{result.words}</span> : <FeedbackValue value={result} />}
          {reason !== null && <span className={styles.detail}>{reason}</span>}
          <span className={styles.age}>
            <Time iso={created_at} />
          </span>
        </li>
      ))}
    </List>
  );
}
