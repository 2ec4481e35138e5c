import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMay, useSession } from '../../session/session.js';
import { Page } from '../../ui/page.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { Usage } from '../keys/usage.js';
import { projectQuery } from '../../shell/projects.js';
import { NewProject } from '../projects/new-project.js';
import { SettingsForm } from './settings-form.js';

const route = getRouteApi('/shell/$project/settings');

/** Name, system prompt, limits and quotas of the project, and its usage. */
export function SettingsPage() {
  const { project } = route.useParams();
  const isAdmin = useSession().key.admin;
  const mayManage = useMay('manage');
  const { data, error, refetch } = useQuery(projectQuery(project));
  return (
    <Page
      title="Settings"
      description="Name, system prompt, limits and quotas of the project."
      actions={<NewProject />}
    >
      <ErrorNote error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading label="Loading the settings" />}
      {data !== undefined && <SettingsForm key={data.id} project={data} mayWrite={isAdmin && mayManage} />}
      <Usage project={project} />
    </Page>
  );
}
