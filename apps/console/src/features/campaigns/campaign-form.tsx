import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Checkbox, TextField } from '../../ui/field.js';
import { ErrorNote, Loading } from '../../ui/states.js';
import { showToast } from '../../ui/toasts.js';
import { metricsQuery, type Metric } from '../metrics/queries.js';
import { modelsQuery, type Model } from '../models/queries.js';
import { failedReads } from '../resource/failed-reads.js';
import { CheckGroup } from '../resource/check-group.js';
import { ChoiceField } from '../resource/choice.js';
import { errorAt } from '../resource/field-errors.js';
import { FormDialog } from '../resource/form-dialog.js';
import styles from '../resource/resource.module.css';
import { useWrite } from '../resource/use-write.js';
import { bodyOf, keyOf, trafficOf, type CampaignDraft } from './campaign-draft.js';
import { MetricField } from './metric-field.js';
import { campaignsKey, campaignsQuery, createCampaign, type Campaign } from './queries.js';

const kinds = [
  { id: 'preference', label: 'Preferences', description: 'Which of two answers to one prompt is better' },
  { id: 'metric', label: 'Values', description: 'What users say of single answers, such as thumbs up' },
] as const;

const fields = ['key', 'models', 'metric', 'feedback_type', 'traffic_split', 'auto_deploy'];

/** Props of {@link CampaignForm}. */
export interface CampaignFormProps {
  readonly project: string;
  /** Keys of models that are chosen at first. */
  readonly models: readonly string[];
  /** Key of the metric that is chosen at first. */
  readonly metric: string | null;
  readonly onClose: () => void;
}

/** The form of a new campaign, once the models and metrics of the project are known. */
export function CampaignForm(props: CampaignFormProps) {
  const models = useQuery(modelsQuery(props.project));
  const metrics = useQuery(metricsQuery(props.project));
  const campaigns = useQuery(campaignsQuery(props.project));
  const { error, retry } = failedReads([models, metrics, campaigns]);
  if (error !== null) return <ErrorNote error={error} onRetry={retry} />;
  if (!models.data || !metrics.data || !campaigns.data) return <Loading lines={3} label="Loading models and metrics" />;
  const chatModels = models.data.filter(({ capabilities }) => capabilities.includes('chat'));
  return (
    <LoadedForm {...props} known={chatModels} metrics={metrics.data} taken={campaigns.data.map(({ key }) => key)} />
  );
}

interface LoadedFormProps extends CampaignFormProps {
  readonly known: readonly Model[];
  readonly metrics: readonly Metric[];
  readonly taken: readonly string[];
}

function draftOf({ models, known, metric, metrics }: LoadedFormProps): CampaignDraft {
  const named = known.filter(({ key }) => models.includes(key));
  return {
    key: '',
    models: (named.length >= 2 ? named : known.slice(0, 2)).map(({ key }) => key),
    metric: metrics.find(({ key }) => key === metric)?.key ?? metrics[0]?.key ?? null,
    feedback_type: 'preference',
    traffic: '',
    auto_deploy: false,
  };
}

function LoadedForm(props: LoadedFormProps) {
  const { project, taken, onClose } = props;
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => draftOf(props));
  const { mutate, isPending, error } = useWrite<CampaignDraft, Campaign>({
    send: (input, key) => createCampaign(project, bodyOf(input, taken), key),
    invalidates: campaignsKey(project),
    onDone: ({ key }) => {
      showToast(`Started the campaign ${key}.`);
      void navigate({ to: '/$project/campaigns/$campaign', params: { project, campaign: key } });
    },
  });
  return (
    <FormDialog
      title="New campaign"
      submitLabel="Start campaign"
      onSubmit={() => mutate(draft)}
      onClose={onClose}
      isPending={isPending}
      error={error}
      fields={fields}
      isDisabled={draft.models.length < 2 || draft.metric === null}
    >
      <CampaignFields
        {...props}
        {...{ draft, error }}
        change={(changes) => setDraft((old) => ({ ...old, ...changes }))}
      />
    </FormDialog>
  );
}

interface CampaignFieldsProps extends LoadedFormProps {
  readonly draft: CampaignDraft;
  readonly change: (changes: Partial<CampaignDraft>) => void;
  readonly error: unknown;
}

function CampaignFields({ project, known, metrics, taken, draft, change, error }: CampaignFieldsProps) {
  return (
    <>
      <CheckGroup
        label="Models"
        options={known.map(({ key, name }) => ({ id: key, label: name, ...(name !== key && { description: key }) }))}
        value={draft.models}
        onChange={(models) => change({ models })}
        hint="Two to ten models that answer chats."
        error={errorAt(error, 'models')}
      />
      <ChoiceField
        label="Decided by"
        choices={kinds}
        value={draft.feedback_type}
        onChange={(feedback_type) => change({ feedback_type })}
        error={errorAt(error, 'feedback_type')}
      />
      <MetricField
        {...{ project, metrics }}
        value={draft.metric}
        onChange={(metric) => change({ metric })}
        error={errorAt(error, 'metric')}
      />
      <div className={styles.row}>
        <TextField
          label="Share of the traffic (%)"
          value={draft.traffic}
          onChange={(traffic) => change({ traffic })}
          type="number"
          placeholder={String(trafficOf({ ...draft, traffic: '' }))}
          hint="Of requests to the default model. 0: only requests that name the campaign."
          error={errorAt(error, 'traffic_split')}
        />
        <TextField
          label="Key"
          value={draft.key}
          onChange={(key) => change({ key })}
          placeholder={keyOf({ ...draft, key: '' }, taken)}
          error={errorAt(error, 'key')}
          mono
        />
      </div>
      <Checkbox isSelected={draft.auto_deploy} onChange={(auto_deploy) => change({ auto_deploy })}>
        Make the winner the default model by itself
      </Checkbox>
    </>
  );
}
