import { Checkbox, TextField } from '../../ui/field.js';
import { ChoiceField } from '../resource/choice.js';
import { errorAt } from '../resource/field-errors.js';
import styles from '../resource/resource.module.css';
import type { ModelFieldsProps } from './model-fields.js';
import type { Model } from './queries.js';

const kinds = [
  { id: 'openai', label: 'OpenAI-compatible', description: 'A server with its own address' },
  { id: 'anthropic', label: 'Anthropic', description: "A server with Anthropic's interface" },
  { id: 'llama', label: 'Model file', description: 'A GGUF file that Earshot runs' },
  { id: 'external', label: 'External', description: 'Named in imports, never called' },
] as const;

/** Where a model runs. */
export function ProviderFields({ draft, change, error, model }: ModelFieldsProps & { readonly model: Model | null }) {
  return (
    <>
      <ChoiceField
        label="Provider"
        choices={kinds}
        value={draft.kind}
        onChange={(kind) => change({ kind })}
        error={errorAt(error, 'provider.kind')}
      />
      {draft.kind === 'llama' && (
        <TextField
          label="Model file"
          value={draft.modelFile}
          onChange={(modelFile) => change({ modelFile })}
          placeholder="qwen3-8b.gguf"
          hint="Path in the models directory of the inference service"
          error={errorAt(error, 'provider.model_file')}
          isRequired
          mono
        />
      )}
      {(draft.kind === 'openai' || draft.kind === 'anthropic') && <ServerFields {...{ draft, change, error, model }} />}
    </>
  );
}

function ServerFields({ draft, change, error, model }: ModelFieldsProps & { readonly model: Model | null }) {
  const { provider } = model ?? {};
  const hasKey = provider !== undefined && 'has_api_key' in provider && provider.has_api_key;
  return (
    <>
      <div className={styles.row}>
        <TextField
          label="Base URL"
          type="url"
          value={draft.baseUrl}
          onChange={(baseUrl) => change({ baseUrl })}
          placeholder={`https://api.${draft.kind}.com/v1`}
          error={errorAt(error, 'provider.base_url')}
          isRequired
          mono
        />
        <TextField
          label="Model at the provider"
          value={draft.providerModel}
          onChange={(providerModel) => change({ providerModel })}
          placeholder="qwen3:8b"
          error={errorAt(error, 'provider.model')}
          isRequired
          mono
        />
      </div>
      <TextField
        label="API key of the provider"
        type="password"
        value={draft.apiKey}
        onChange={(apiKey) => change({ apiKey, removesApiKey: false })}
        placeholder={hasKey ? 'Stored; leave empty to keep it' : 'None'}
        hint="Encrypted at once, and never shown again"
        error={errorAt(error, 'provider.api_key')}
        isDisabled={draft.removesApiKey}
        mono
      />
      {hasKey && (
        <Checkbox isSelected={draft.removesApiKey} onChange={(removesApiKey) => change({ removesApiKey, apiKey: '' })}>
          Remove the stored key
        </Checkbox>
      )}
    </>
  );
}
