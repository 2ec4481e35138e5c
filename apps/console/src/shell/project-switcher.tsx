import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../session/session.js';
import { projectsQuery } from './projects.js';
import { Select } from '../ui/select.js';

/** Chooses the project whose views are shown. A key without `read` may not list projects, and has its own. */
export function ProjectSwitcher({ project }: { readonly project: string | undefined }) {
  const own = project === undefined ? [] : [{ key: project, name: project }];
  const { data: projects = own } = useQuery({ ...projectsQuery, enabled: useMay('read') });
  const navigate = useNavigate();
  return (
    <Select
      label="Project"
      hideLabel
      placeholder="Choose a project"
      options={projects.map(({ key, name }) => ({ id: key, label: name }))}
      value={project ?? null}
      onChange={(key) => void navigate({ to: '/$project', params: { project: key } })}
    />
  );
}
