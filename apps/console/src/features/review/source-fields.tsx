import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TextField } from '../../ui/field.js';
import { formatNumber, formatTime } from '../../ui/format.js';
import { Select, type Option } from '../../ui/select.js';
import { campaignsQuery } from '../campaigns/queries.js';
import type { InteractionSearch } from '../interactions/filter.js';
import { chipsOf } from '../interactions/chips.js';
import { metricsQuery } from '../metrics/queries.js';
import { modelsQuery } from '../models/queries.js';
import { ChoiceField } from '../resource/choice.js';
import { errorAt } from '../resource/field-errors.js';
import resource from '../resource/resource.module.css';
import { Badge } from '../../ui/badge.js';
import type { QueueFieldsProps } from './queue-form.js';
import { maxReplays, promptFilterOf, sourcesOf, type SourceKind } from './queue-draft.js';

type Props = QueueFieldsProps & { readonly project: string };

const sources: Readonly<Record<SourceKind, { label: string; description: string }>> = {
  models: { label: 'Two models', description: 'All pairs of their answers' },
  ab_campaign: {
    label: 'A campaign',
    description: 'Answers of its models to requests that name it in ab_campaign',
  },
  replay: { label: 'Replays', description: 'Stored prompts, answered again by a second model' },
  filter: { label: 'Filtered interactions', description: 'All that match, also later ones' },
  none: { label: 'Nowhere', description: 'You add each item' },
};

/** Chooses where the items of a queue come from. */
export function SourceFields(props: Props) {
  const { draft, change, error } = props;
  const prompts = promptFilterOf(draft.filter);
  return (
    <>
      <ChoiceField
        label="Where items come from"
        choices={sourcesOf[draft.kind].map((id) => ({ id, ...sources[id] }))}
        value={draft.source}
        onChange={(source) => change({ source })}
        error={errorAt(error, 'source')}
      />
      {draft.source === 'models' && <ModelsFields {...props} />}
      {draft.source === 'models' && Object.keys(prompts).length > 0 && <FilterNote {...props} filter={prompts} />}
      {draft.source === 'ab_campaign' && <CampaignField {...props} />}
      {draft.source === 'replay' && <ReplayFields {...props} />}
      {draft.source === 'filter' && <FilterNote {...props} filter={draft.filter} />}
    </>
  );
}

/** Ids are shown by their keys: the interface returns ids, and takes both. */
function optionsOf(
  known: readonly { readonly id: string; readonly key: string }[] | undefined,
  chosen: string,
): Option[] {
  return (known ?? []).map(({ id, key }) => ({ id: id === chosen ? id : key, label: key }));
}

function ModelsFields({ project, draft, change }: Props) {
  const { data: models } = useQuery(modelsQuery(project));
  const [first, second] = draft.models;
  return (
    <div className={resource.row}>
      <Select
        label="One model"
        options={optionsOf(models, first)}
        value={first === '' ? null : first}
        onChange={(id) => change({ models: [id, second] })}
      />
      <Select
        label="Other model"
        options={optionsOf(models, second)}
        value={second === '' ? null : second}
        onChange={(id) => change({ models: [first, id] })}
      />
    </div>
  );
}

function ReplayFields(props: Props) {
  const { project, draft, change, error } = props;
  const { data: models } = useQuery(modelsQuery(project));
  const usable = models?.filter(({ capabilities }) => capabilities.includes('chat'));
  return (
    <>
      <div className={resource.row}>
        <Select
          label="Second model"
          options={optionsOf(usable, draft.replaying)}
          value={draft.replaying === '' ? null : draft.replaying}
          onChange={(replaying) => change({ replaying })}
          error={errorAt(error, 'source.replay.model')}
        />
        <TextField
          label="Prompts at most"
          type="number"
          value={draft.replays}
          onChange={(replays) => change({ replays })}
          hint={`1 to ${formatNumber(maxReplays)}. Each costs one answer`}
          error={errorAt(error, 'source.replay.limit')}
        />
      </div>
      <FilterNote {...props} filter={draft.filter} />
    </>
  );
}

function CampaignField({ project, draft, change }: Props) {
  const { data: campaigns } = useQuery(campaignsQuery(project));
  return (
    <Select
      label="Campaign"
      options={optionsOf(campaigns, draft.campaign)}
      value={draft.campaign === '' ? null : draft.campaign}
      onChange={(campaign) => change({ campaign })}
      placeholder={campaigns?.length === 0 ? 'The project has no campaigns' : undefined}
      isDisabled={campaigns?.length === 0}
    />
  );
}

function FilterNote({ project, filter }: Props & { readonly filter: InteractionSearch }) {
  const { data: models } = useQuery(modelsQuery(project));
  const nameOf = (value: string) => models?.find(({ id }) => id === value)?.key ?? value;
  const { data: metrics = [] } = useQuery(metricsQuery(project));
  const chips = chipsOf(filter, formatTime, metrics);
  return (
    <div className={resource.checks}>
      <div className={resource.badges}>
        {chips.length === 0 && <Badge>All interactions</Badge>}
        {chips.map(({ id, name, value }) => (
          <Badge key={id}>
            {name}: {nameOf(value)}
          </Badge>
        ))}
      </div>
      <span className={resource.hint}>
        To change the filter, set it in{' '}
        <Link to="/$project/interactions" params={{ project }} search={filter}>
          Interactions
        </Link>{' '}
        and choose “Review these”.
      </span>
    </div>
  );
}
