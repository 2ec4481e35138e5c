import { Checkbox, TextField } from '../../ui/field.js';
import { argumentsOfTemplate } from '../../ui/template-arguments.js';
import { CheckGroup } from '../resource/check-group.js';
import { errorAt } from '../resource/field-errors.js';
import styles from '../resource/resource.module.css';
import { FallbackField } from './fallback-field.js';
import { problemsOf, type ModelDraft } from './model-draft.js';
import type { Model } from './queries.js';

/** Props of the parts of the form of a model. */
export interface ModelFieldsProps {
  readonly draft: ModelDraft;
  readonly change: (changes: Partial<ModelDraft>) => void;
  /** Error of the last submission. */
  readonly error: unknown;
}

const capabilities = [
  { id: 'chat', label: 'Chat' },
  { id: 'embeddings', label: 'Embeddings' },
  { id: 'images', label: 'Images' },
  { id: 'tools', label: 'Tools' },
] as const;

/** How a model answers: capabilities, system prompt, fallback. */
export function AnswerFields({
  draft,
  change,
  error,
  others,
  wasDefault = false,
}: ModelFieldsProps & { readonly others: readonly Model[]; readonly wasDefault?: boolean }) {
  const names = argumentsOfTemplate(draft.systemPrompt);
  return (
    <>
      <CheckGroup
        label="Capabilities"
        options={capabilities}
        value={draft.capabilities}
        onChange={(value) => change({ capabilities: value })}
        error={errorAt(error, 'capabilities')}
      />
      <TextField
        label="System prompt"
        value={draft.systemPrompt}
        onChange={(systemPrompt) => change({ systemPrompt })}
        placeholder="You are {{ name }}."
        hint={
          names.length === 0
            ? "A Liquid template. Empty: the project's system prompt."
            : `Arguments: ${names.join(', ')}`
        }
        error={errorAt(error, 'system_prompt')}
        multiline
        mono
      />
      <FallbackField
        value={draft.fallback}
        others={others}
        onChange={(fallback) => change({ fallback })}
        error={errorAt(error, 'fallback')}
      />
      {!wasDefault && (
        <Checkbox isSelected={draft.isDefault} onChange={(isDefault) => change({ isDefault })}>
          Default model: answers requests that name only the project
        </Checkbox>
      )}
    </>
  );
}

/** Sampling parameters of requests that set none. */
export function ParameterFields({ draft, change, error }: ModelFieldsProps) {
  const problems = problemsOf(draft);
  const shared = { placeholder: 'Default' };
  return (
    <>
      <div className={styles.row}>
        <TextField
          label="Temperature"
          value={draft.temperature}
          onChange={(temperature) => change({ temperature })}
          error={problems.temperature ?? errorAt(error, 'parameters.temperature')}
          {...shared}
        />
        <TextField
          label="Top p"
          value={draft.topP}
          onChange={(topP) => change({ topP })}
          error={problems.topP ?? errorAt(error, 'parameters.top_p')}
          {...shared}
        />
        <TextField
          label="Max tokens"
          value={draft.maxTokens}
          onChange={(maxTokens) => change({ maxTokens })}
          error={problems.maxTokens ?? errorAt(error, 'parameters.max_tokens')}
          {...shared}
        />
      </div>
      <TextField
        label="Stop sequences"
        value={draft.stop}
        onChange={(stop) => change({ stop })}
        hint="One a line. An answer stops before it."
        error={errorAt(error, 'parameters.stop')}
        multiline
        mono
      />
    </>
  );
}
