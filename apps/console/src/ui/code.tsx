import { useState } from 'react';
import { Check, Copy } from 'lucide-react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Button } from './button.js';
import styles from './code.module.css';

const confirmedMs = 1_500;

/** Copies a text to the clipboard. */
export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    await copyText(text);
    setDone(true);
    setTimeout(() => setDone(false), confirmedMs);
  };
  return (
    <Button variant="plain" iconOnly aria-label={isDone ? 'Copied' : label} onPress={() => void copy()}>
      {isDone ? <Check aria-hidden /> : <Copy aria-hidden />}
    </Button>
  );
}

/** Copies a text. Browsers offer the clipboard only to https and to this machine, so there is the older way too. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}

/** A text in fixed-width letters that can be copied. */
export function CodeBlock({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className={styles.block}>
      <pre tabIndex={0} aria-label={label}>
        {text}
      </pre>
      <div className={styles.copy}>
        <CopyButton text={text} label={`Copy ${label}`} />
      </div>
    </div>
  );
}

/** The same request in several languages. */
export function Snippets({ snippets }: { readonly snippets: Readonly<Record<string, string>> }) {
  const names = Object.keys(snippets);
  return (
    <Tabs className={styles.tabs as string}>
      <TabList className={styles.tabList as string} aria-label="Language">
        {names.map((name) => (
          <Tab key={name} id={name} className={styles.tab as string}>
            {name}
          </Tab>
        ))}
      </TabList>
      {names.map((name) => (
        <TabPanel key={name} id={name}>
          <CodeBlock text={snippets[name] as string} label={name} />
        </TabPanel>
      ))}
    </Tabs>
  );
}
