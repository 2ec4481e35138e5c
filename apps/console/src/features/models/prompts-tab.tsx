import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { projectQuery } from '../../shell/projects.js';
import { EmptyState, ErrorNote, Loading } from '../../ui/states.js';
import { argumentsOfTemplate } from '../../ui/template-arguments.js';
import styles from './models.module.css';
import { PromptEditor } from './prompt-editor.js';
import { modelsQuery, type Model } from './queries.js';
import { useModelsView } from './use-models-view.js';

/** The system prompts of models, with an editor and a test chat. */
export function PromptsTab() {
  const { project, search } = useModelsView();
  const models = useQuery(modelsQuery(project));
  const owner = useQuery(projectQuery(project));
  const error = models.error ?? owner.error;
  const retry = () => void Promise.all([models.refetch(), owner.refetch()]);
  const note = <ErrorNote error={error} onRetry={retry} />;
  if (models.data === undefined || owner.data === undefined)
    return error === null ? <Loading label="Loading the prompts" /> : note;
  const chats = models.data.filter(({ capabilities }) => capabilities.includes('chat'));
  const selected = chats.find(({ key }) => key === search.prompt) ?? chats.find((model) => model.default) ?? chats[0];
  if (selected === undefined)
    return <EmptyState title="No prompts yet">A model that answers chats has a system prompt.</EmptyState>;
  const { system_prompt: projectPrompt } = owner.data;
  return (
    <>
      {note}
      <div className={styles.prompts}>
        <nav aria-label="System prompts">
          <ul className={styles.promptList}>
            {chats.map((model) => (
              <PromptLink key={model.id} {...{ project, model, projectPrompt }} isSelected={model === selected} />
            ))}
          </ul>
        </nav>
        <PromptEditor key={selected.id} project={project} model={selected} projectPrompt={projectPrompt} />
      </div>
    </>
  );
}

function PromptLink({
  project,
  model,
  projectPrompt,
  isSelected,
}: {
  readonly project: string;
  readonly model: Model;
  readonly projectPrompt: string | null;
  readonly isSelected: boolean;
}) {
  return (
    <li>
      <Link
        to="/$project/models"
        params={{ project }}
        search={{ tab: 'prompts', prompt: model.key }}
        className={styles.promptLink}
        aria-current={isSelected ? 'true' : undefined}
      >
        {model.name}
        <span>{summaryOf(model.system_prompt, projectPrompt)}</span>
      </Link>
    </li>
  );
}

function summaryOf(own: string | null, projectPrompt: string | null): string {
  if (own === null) return projectPrompt === null ? 'None' : "The project's";
  const { length } = argumentsOfTemplate(own);
  return length === 0 ? 'Own' : `Own, ${length} ${length === 1 ? 'argument' : 'arguments'}`;
}
