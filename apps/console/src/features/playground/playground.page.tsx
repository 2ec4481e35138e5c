import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router';
import { useMay, useSession } from '../../session/session.js';
import { buttonClass } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { metricsQuery } from '../metrics/queries.js';
import { projectQuery } from '../../shell/projects.js';
import { toolsQuery } from '../models/queries.js';
import { keptPlaygroundQuery } from './kept-playground.js';
import { openInteraction, type Opened } from './opened.js';
import { chatModelsQuery, recordQuery } from './queries.js';
import { noSettings } from './settings.js';
import { Workspace } from './workspace.js';

const nothingOpened: Opened = { turns: [], settings: noSettings, model: null, notes: [] };

/** Chats with one model, or with up to four side by side. */
export function PlaygroundPage() {
  const { project } = useParams({ from: '/shell/$project/playground' });
  const search = useSearch({ from: '/shell/$project/playground' });
  const data = usePlaygroundData(project);
  if (!useMay('inference'))
    return (
      <Page title="Playground">
        <EmptyState title="This key may not ask models">It lacks the permission “inference”.</EmptyState>
      </Page>
    );
  if (data.error !== null)
    return (
      <Page title="Playground">
        <ErrorNote error={data.error} onRetry={data.retry} />
      </Page>
    );
  if (data.loaded === null)
    return (
      <Page title="Playground">
        <Loading lines={8} />
      </Page>
    );
  if (data.loaded.known.length === 0)
    return (
      <Page title="Playground">
        <EmptyState
          title="No model answers chats yet"
          action={
            <Link to="/$project/models" params={{ project }} className={buttonClass('primary')}>
              Add a model
            </Link>
          }
        >
          Chat with the models of the project here, alone or side by side.
        </EmptyState>
      </Page>
    );
  const { kept } = data.loaded;
  // The link of the side bar names nothing: it leads back to what was shown.
  if (kept.isUsed && Object.keys(search).length === 0 && Object.keys(kept.search).length > 0)
    return <Navigate to="/$project/playground" params={{ project }} search={kept.search} replace />;
  return <Workspace key={project} project={project} {...data.loaded} />;
}

/** Reads what the view needs. A key without `read` has models only. */
function usePlaygroundData(project: string) {
  const { from } = useSearch({ from: '/shell/$project/playground' });
  const isEnabled = useMay('read');
  const { data: kept } = useQuery(keptPlaygroundQuery(project, useSession().key.id));
  const models = useQuery(chatModelsQuery(project, isEnabled));
  const details = useQuery({ ...projectQuery(project), enabled: isEnabled });
  const metrics = useQuery({ ...metricsQuery(project), enabled: isEnabled });
  const tools = useQuery({ ...toolsQuery(project), enabled: isEnabled });
  const opened = useQuery({
    ...recordQuery(project, from ?? ''),
    enabled: isEnabled && from !== undefined,
  });
  const used = isEnabled ? [models, details, metrics, tools, ...(from === undefined ? [] : [opened])] : [models];
  const failed = used.find(({ isLoadingError }) => isLoadingError);
  const isLoaded = used.every(({ data }) => data !== undefined);
  return {
    error: failed?.error ?? null,
    retry: () => used.forEach((query) => void query.refetch()),
    loaded:
      isLoaded && kept !== undefined
        ? {
            known: models.data ?? [],
            metrics: metrics.data ?? [],
            tools: tools.data ?? [],
            projectPrompt: details.data?.system_prompt ?? null,
            opened:
              opened.data === undefined
                ? nothingOpened
                : openInteraction(opened.data, {
                    tools: (tools.data ?? []).map(({ key }) => key),
                    templateOf: (model) =>
                      models.data?.find(({ key }) => key === model)?.systemPrompt ??
                      details.data?.system_prompt ??
                      null,
                  }),
            kept,
          }
        : null,
  };
}
