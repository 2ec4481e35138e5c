import { CodeBlock } from '../../ui/code.js';
import { TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import { argumentsOfTemplate } from '../../ui/template-arguments.js';
import type { SettingsProps } from './settings-panel.js';
import styles from './settings-panel.module.css';

/** A template of the system prompt of a chosen model. */
export interface NamedTemplate {
  readonly model: string;
  readonly template: string;
}

/** Props of {@link SystemSettings}. */
export interface SystemSettingsProps extends SettingsProps {
  /** Templates of the chosen models that have one. */
  readonly templates: readonly NamedTemplate[];
  /** Whether a system message of the caller is sent. */
  readonly hasOwnSystem: boolean;
  readonly onOwnSystem: (hasOwnSystem: boolean) => void;
}

const sources = [
  { id: 'model', label: "The model's" },
  { id: 'own', label: 'Own message' },
];

/** The system prompt: an own message, and the arguments of the models' templates. */
export function SystemSettings(props: SystemSettingsProps) {
  const { settings, onChange, errors, templates, hasOwnSystem, onOwnSystem } = props;
  const names = [...new Set(templates.flatMap(({ template }) => argumentsOfTemplate(template)))];
  return (
    <>
      <Select
        label="System prompt"
        hideLabel
        options={sources}
        value={hasOwnSystem ? 'own' : 'model'}
        onChange={(source) => onOwnSystem(source === 'own')}
      />
      {hasOwnSystem && (
        <TextField
          label="System message"
          hideLabel
          multiline
          value={settings.system}
          onChange={(system) => onChange({ system })}
          placeholder="You are a helpful assistant."
          hint={templates.length > 0 ? "Sent after the model's own system prompt." : undefined}
        />
      )}
      {templates.length === 0 && !hasOwnSystem && (
        <p className={styles.hint}>The chosen models have no system prompt.</p>
      )}
      {templates.map(({ model, template }) => (
        <details key={model} className={styles.template}>
          <summary>Template of {model}</summary>
          <CodeBlock text={template} label={`Template of ${model}`} />
        </details>
      ))}
      {names.map((name) => (
        <TextField
          key={name}
          label={name}
          value={settings.systemArguments[name] ?? ''}
          onChange={(value) => onChange({ systemArguments: { ...settings.systemArguments, [name]: value } })}
          error={errors[`system_prompt_args.${name}`]}
          placeholder="Not set"
        />
      ))}
      {errors['system_prompt_args'] !== undefined && (
        <p className={styles.error} role="alert">
          {errors['system_prompt_args']}
        </p>
      )}
    </>
  );
}
