import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { projectsQuery } from './projects.js';
import { Select } from '../ui/select.js';

/** Chooses the project whose views are shown. */
export function ProjectSwitcher({ project }: { readonly project: string | undefined }) {
  const { data: projects = [] } = useQuery(projectsQuery);
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
