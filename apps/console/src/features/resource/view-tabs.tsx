import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import type { ReactNode } from 'react';
import styles from './view-tabs.module.css';

/** A tab of {@link ViewTabs}. */
export interface ViewTab<Id extends string> {
  readonly id: Id;
  readonly label: string;
  readonly content: () => ReactNode;
}

/** Parts of a view. The address names the selected one. */
export function ViewTabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
}: {
  readonly label: string;
  readonly tabs: readonly ViewTab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}) {
  return (
    <Tabs className={styles.tabs as string} selectedKey={selected} onSelectionChange={(id) => onSelect(id as Id)}>
      <TabList className={styles.list as string} aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles.tab as string}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel as string}>
          {tab.content()}
        </TabPanel>
      ))}
    </Tabs>
  );
}
