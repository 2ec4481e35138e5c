import { Pencil, Star, Trash2 } from 'lucide-react';
import { Badge } from '../../ui/badge.js';
import { Table } from '../../ui/table.js';
import { Time } from '../../ui/time.js';
import { NameCell } from '../resource/name-cell.js';
import resource from '../resource/resource.module.css';
import { RowActions } from '../resource/row-actions.js';
import styles from './models.module.css';
import type { Model } from './queries.js';

/** What can be done with a model; absent where the key may not. */
export interface ModelActions {
  readonly edit?: (model: Model) => void;
  readonly remove?: (model: Model) => void;
  readonly makeDefault?: (model: Model) => void;
  readonly test?: (model: Model) => void;
}

/** The models of a project. */
export function ModelsTable({
  models,
  actions,
}: {
  readonly models: readonly Model[];
  readonly actions: ModelActions;
}) {
  const { edit } = actions;
  return (
    <Table
      label="Models"
      rows={models}
      keyOf={({ id }) => id}
      columns={[
        {
          id: 'name',
          header: 'Model',
          cell: (model) => (
            <NameCell
              name={model.name}
              detail={model.key}
              badge={model.default && <Badge tone="accent">Default</Badge>}
              onPress={edit && (() => edit(model))}
            />
          ),
        },
        { id: 'provider', header: 'Provider', cell: ({ provider }) => <Provider provider={provider} /> },
        {
          id: 'capabilities',
          header: 'Capabilities',
          cell: ({ capabilities }) => (
            <div className={resource.badges}>
              {capabilities.map((name) => (
                <Badge key={name}>{name}</Badge>
              ))}
            </div>
          ),
        },
        { id: 'fallback', header: 'Fallback', cell: ({ fallback }) => <Fallback keys={fallback} /> },
        { id: 'updated', header: 'Changed', isNumber: true, cell: ({ updated_at }) => <Time iso={updated_at} /> },
        {
          id: 'actions',
          header: 'Actions',
          isNumber: true,
          cell: (model) => <Actions model={model} actions={actions} />,
        },
      ]}
    />
  );
}

function Provider({ provider }: { readonly provider: Model['provider'] }) {
  if (provider.kind === 'external') return <span className={resource.muted}>External</span>;
  return (
    <div className={styles.provider}>
      {provider.kind === 'llama' ? 'Model file' : provider.model}
      <code>{provider.kind === 'llama' ? provider.model_file : provider.base_url}</code>
    </div>
  );
}

function Actions({ model, actions }: { readonly model: Model; readonly actions: ModelActions }) {
  const { edit, remove, makeDefault, test } = actions;
  const isTestable = model.provider.kind !== 'external' && model.capabilities.length > 0;
  const others = [
    edit && { id: 'edit', label: 'Edit', icon: <Pencil aria-hidden />, onAction: () => edit(model) },
    makeDefault &&
      isTestable &&
      !model.default && {
        id: 'default',
        label: 'Make default',
        icon: <Star aria-hidden />,
        onAction: () => makeDefault(model),
      },
    remove && {
      id: 'delete',
      label: 'Delete',
      icon: <Trash2 aria-hidden />,
      isDanger: true,
      onAction: () => remove(model),
    },
  ].filter((action) => action !== undefined && action !== false);
  return (
    <RowActions
      name={model.name}
      main={test && isTestable ? { label: 'Test', onPress: () => test(model) } : undefined}
      others={others}
    />
  );
}

function Fallback({ keys }: { readonly keys: readonly string[] }) {
  return keys.length === 0 ? <span className={resource.muted}>None</span> : <code>{keys.join(' → ')}</code>;
}
