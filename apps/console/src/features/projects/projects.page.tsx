import { useQuery } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { hasPermission, useSession } from '../../session/session.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { Page } from '../../ui/page.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { navigation } from '../../shell/navigation.js';
import { NewProject } from './new-project.js';
import { projectsQuery } from '../../shell/projects.js';

/** The projects of the installation. A key of a project goes straight to it. */
export function ProjectsPage() {
  const { key } = useSession();
  return key.project === null ? <Projects /> : <ToProject project={key.project} />;
}

/** Goes to the first view of a project that the key may use. */
function ToProject({ project }: { readonly project: string }) {
  const { key } = useSession();
  const first = navigation.find(({ permission }) => hasPermission(key, permission));
  return <Navigate to={first?.to ?? '/$project'} params={{ project }} replace />;
}

function Projects() {
  const { data: projects, error, refetch } = useQuery(projectsQuery);
  const [only] = projects ?? [];
  if (only !== undefined && projects?.length === 1) return <ToProject project={only.key} />;
  return (
    <Page
      title="Projects"
      description="Each has its own models, metrics, keys and records."
      actions={projects !== undefined && projects.length > 0 && <NewProject />}
    >
      {error !== null && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {projects === undefined && error === null && <Loading label="Loading the projects" />}
      {projects?.length === 0 && (
        <EmptyState title="No projects yet" action={<NewProject />}>
          A key of the installation that manages creates projects: here, with <code>POST /api/v1/projects</code>, or in{' '}
          <code>earshot.yaml</code>.
        </EmptyState>
      )}
      {projects !== undefined && projects.length > 0 && (
        <Table
          label="Projects"
          rows={projects}
          keyOf={({ id }) => id}
          columns={[
            {
              id: 'name',
              header: 'Project',
              cell: ({ key: project, name }) => (
                <Link to="/$project" params={{ project }}>
                  {name}
                </Link>
              ),
            },
            { id: 'key', header: 'Key', cell: ({ key: project }) => <code>{project}</code> },
            { id: 'created', header: 'Created', cell: ({ created_at }) => <Time iso={created_at} /> },
          ]}
        />
      )}
    </Page>
  );
}
