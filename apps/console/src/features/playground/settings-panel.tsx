import type { ReactNode } from 'react';
import { X } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { Checkbox, TextField } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import type { Settings } from './settings.js';
import { SystemSettings, type SystemSettingsProps } from './system-settings.js';
import { ToolSettings, type ToolSettingsProps } from './tool-settings.js';
import styles from './settings-panel.module.css';

/** Props of {@link SettingsPanel}. */
export interface SettingsPanelProps extends SystemSettingsProps, ToolSettingsProps {
  readonly onReset: () => void;
  readonly onClose: () => void;
}

/** Everything that a request can set besides its messages. Empty fields are not sent. */
export function SettingsPanel(props: SettingsPanelProps) {
  const { settings, onChange, errors, onReset, onClose } = props;
  return (
    <aside className={styles.panel} aria-label="Settings">
      <header className={styles.header}>
        <h2>Settings</h2>
        <Button variant="plain" onPress={onReset}>
          Reset
        </Button>
        <Button variant="plain" iconOnly aria-label="Close the settings" onPress={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      <SettingsSection title="System prompt">
        <SystemSettings {...props} />
      </SettingsSection>
      <SettingsSection title="Parameters" hint="Empty fields are not sent.">
        <Sampling {...{ settings, onChange, errors }} />
      </SettingsSection>
      <SettingsSection title="Tools">
        <ToolSettings {...props} />
      </SettingsSection>
      <SettingsSection title="Record">
        <Recording {...{ settings, onChange, errors }} />
      </SettingsSection>
    </aside>
  );
}

/** What a part of the settings shows and changes. */
export interface SettingsProps {
  readonly settings: Settings;
  readonly onChange: (change: Partial<Settings>) => void;
  /** What is wrong, by the field of the interface. */
  readonly errors: Readonly<Record<string, string>>;
}

function SettingsSection({
  title,
  hint,
  children,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3>{title}</h3>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  );
}

const formats = [
  { id: 'default', label: 'Not set' },
  { id: 'text', label: 'Text' },
  { id: 'json_object', label: 'JSON' },
  { id: 'json_schema', label: 'JSON of a schema' },
];

type NumberSetting = 'temperature' | 'topP' | 'maxTokens' | 'maxFirstTokenMs';

function Sampling({ settings, onChange, errors }: SettingsProps) {
  const number = (label: string, name: NumberSetting, field: string) => (
    <TextField
      label={label}
      value={settings[name]}
      onChange={(value) => onChange({ [name]: value })}
      error={errors[field]}
      placeholder="Not set"
    />
  );
  return (
    <>
      <div className={styles.pair}>
        {number('Temperature', 'temperature', 'temperature')}
        {number('Top p', 'topP', 'top_p')}
        {number('Max tokens', 'maxTokens', 'max_tokens')}
        {number('First token, ms', 'maxFirstTokenMs', 'max_ttft_ms')}
      </div>
      <TextField
        label="Stop sequences"
        multiline
        mono
        value={settings.stop}
        onChange={(stop) => onChange({ stop })}
        error={errors['stop']}
        hint="One a line."
      />
      <Select
        label="Format of the answer"
        options={formats}
        value={settings.format}
        onChange={(format) => onChange({ format: format as Settings['format'] })}
      />
      {settings.format === 'json_schema' && (
        <TextField
          label="JSON Schema"
          multiline
          mono
          value={settings.schema}
          onChange={(schema) => onChange({ schema })}
          placeholder='{"type": "object"}'
          error={errors['response_format']}
        />
      )}
    </>
  );
}

function Recording({ settings, onChange, errors }: SettingsProps) {
  return (
    <>
      <Checkbox isSelected={settings.store} onChange={(store) => onChange({ store })}>
        Record interactions
      </Checkbox>
      {!settings.store && <p className={styles.hint}>Answers that are not recorded cannot be judged.</p>}
      <TextField
        label="User"
        value={settings.user}
        onChange={(user) => onChange({ user })}
        error={errors['user']}
        placeholder="Not set"
      />
      <TextField
        label="Session"
        mono
        value={settings.session}
        onChange={(session) => onChange({ session })}
        error={errors['session_id']}
        placeholder="New"
        hint="Empty: a new one for each conversation and model."
      />
      <TextField
        label="Tags"
        value={settings.tags}
        onChange={(tags) => onChange({ tags })}
        error={errors['tags']}
        placeholder="Not set"
        hint="Separated by commas."
      />
    </>
  );
}
