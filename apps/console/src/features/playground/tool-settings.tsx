import { Link } from '@tanstack/react-router';
import { Checkbox } from '../../ui/field.js';
import { Select } from '../../ui/select.js';
import type { Settings } from './settings.js';
import type { SettingsProps } from './settings-panel.js';
import styles from './settings-panel.module.css';

/** A tool of the project that can be offered. */
export interface ChoosableTool {
  readonly key: string;
  readonly name: string;
  readonly enabled: boolean;
}

/** Props of {@link ToolSettings}. */
export interface ToolSettingsProps extends SettingsProps {
  readonly project: string;
  readonly tools: readonly ChoosableTool[];
  /** Whether a chosen model can call tools. */
  readonly canCallTools: boolean;
}

const choices = [
  { id: 'default', label: 'Not set' },
  { id: 'auto', label: 'The model decides' },
  { id: 'required', label: 'Must call a tool' },
  { id: 'none', label: 'Must not call a tool' },
];

/** The tools of the project that a request offers. */
export function ToolSettings({ project, settings, onChange, tools, canCallTools }: ToolSettingsProps) {
  if (!canCallTools) return <p className={styles.hint}>No chosen model has the capability “tools”.</p>;
  if (tools.length === 0)
    return (
      <p className={styles.hint}>
        The project has no tools.{' '}
        <Link to="/$project/models" params={{ project }}>
          Models and tools
        </Link>
      </p>
    );
  const chosen = settings.tools;
  const toggle = (key: string, isChosen: boolean) => {
    const others = (chosen ?? []).filter((other) => other !== key);
    onChange({ tools: isChosen ? [...others, key] : others });
  };
  return (
    <>
      <Checkbox
        isSelected={chosen !== null}
        onChange={(isOn) =>
          onChange({ tools: isOn ? tools.filter(({ enabled }) => enabled).map(({ key }) => key) : null })
        }
      >
        Offer tools
      </Checkbox>
      {chosen !== null && (
        <div className={styles.tools} role="group" aria-label="Tools that are offered">
          {tools.map(({ key, name }) => (
            <Checkbox key={key} isSelected={chosen.includes(key)} onChange={(isChosen) => toggle(key, isChosen)}>
              {name}
            </Checkbox>
          ))}
        </div>
      )}
      {chosen !== null && (
        <Select
          label="Choice"
          options={choices}
          value={settings.toolChoice}
          onChange={(choice) => onChange({ toolChoice: choice as Settings['toolChoice'] })}
        />
      )}
    </>
  );
}
