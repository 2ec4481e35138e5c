import { useRef, useState, type RefObject } from 'react';
import { Code, Plus, SlidersHorizontal } from 'lucide-react';
import { Button } from '../../ui/button.js';
import { Page } from '../../ui/page.js';
import { showShortcuts } from '../../ui/shortcuts.js';
import { CodeDialog } from './code-dialog.js';
import { Composer } from './composer.js';
import { composerHint, keysHint } from './composer-hint.js';
import { ConversationView } from './conversation-view.js';
import { userMessage } from './conversation.js';
import { JudgeKeys } from './judge-keys.js';
import { verdictOfKey } from './judgement.js';
import { notSeeing } from './not-seeing.js';
import { SettingsPanel } from './settings-panel.js';
import { countOfSettings } from './settings.js';
import { Toolbar } from './toolbar.js';
import { useWorkspace, type WorkspaceData, type WorkspaceState } from './use-workspace.js';
import styles from './workspace.module.css';

/** Width from which the settings are open at first. */
const wideEnough = '(width >= 90rem)';

/** The playground with everything loaded. */
export function Workspace(data: WorkspaceData) {
  const workspace = useWorkspace(data);
  const { conversation, judging } = workspace;
  const [isSettingsOpen, setSettingsOpen] = useState(() => window.matchMedia(wideEnough).matches);
  const input = useRef<HTMLTextAreaElement>(null);
  const focusComposer = () => {
    // On a touch screen the focus would open the keyboard over the answers.
    if (!window.matchMedia('(pointer: coarse)').matches) input.current?.focus();
  };
  const next = () => {
    workspace.next();
    focusComposer();
  };
  return (
    <Page title="Playground" isFull actions={<Actions {...{ workspace, next, isSettingsOpen, setSettingsOpen }} />}>
      <div className={[styles.view, isSettingsOpen && styles.withSettings].filter(Boolean).join(' ')}>
        <Toolbar {...workspace.toolbar} />
        <div className={styles.main}>
          <ConversationView
            {...{ workspace, next, focusComposer }}
            openSettings={isSettingsOpen ? undefined : () => setSettingsOpen(true)}
          />
          <WorkspaceComposer {...{ workspace, input }} />
        </div>
        {isSettingsOpen && (
          <SettingsPanel
            {...workspace.settingsPanel}
            onReset={workspace.resetSettings}
            onClose={() => setSettingsOpen(false)}
          />
        )}
      </div>
      <JudgeKeys {...{ conversation, judging, next, focusComposer }} />
    </Page>
  );
}

interface ActionsProps {
  readonly workspace: WorkspaceState;
  readonly next: () => void;
  readonly isSettingsOpen: boolean;
  readonly setSettingsOpen: (isOpen: boolean) => void;
}

function Actions({ workspace, next, isSettingsOpen, setSettingsOpen }: ActionsProps) {
  const [isCodeOpen, setCodeOpen] = useState(false);
  const count = countOfSettings(workspace.settings);
  return (
    <>
      <Button variant="plain" onPress={() => setCodeOpen(true)}>
        <Code aria-hidden />
        <span className={styles.label}>Code</span>
      </Button>
      <Button aria-expanded={isSettingsOpen} onPress={() => setSettingsOpen(!isSettingsOpen)}>
        <SlidersHorizontal aria-hidden />
        <span className={styles.label}>Settings{count > 0 && ` (${count})`}</span>
      </Button>
      <Button onPress={next} isDisabled={workspace.conversation.turns.length === 0}>
        <Plus aria-hidden />
        <span className={styles.label}>New</span>
      </Button>
      <CodeDialog
        isOpen={isCodeOpen}
        onClose={() => setCodeOpen(false)}
        models={workspace.choices.models.map(({ key }) => key)}
        requestFor={workspace.currentRequest}
      />
    </>
  );
}

interface WorkspaceComposerProps {
  readonly workspace: WorkspaceState;
  readonly input: RefObject<HTMLTextAreaElement | null>;
}

function WorkspaceComposer({ workspace, input }: WorkspaceComposerProps) {
  const { conversation, judging, choices } = workspace;
  return (
    <Composer
      inputRef={input}
      placeholder={composerHint(conversation.turns, judging.columns.length, choices.models.length)}
      hasImages={choices.models.some(({ hasImages }) => hasImages)}
      notSeeing={notSeeing(choices.models, choices.isBlind)}
      isRunning={conversation.isRunning}
      problem={workspace.problem}
      draft={workspace.draft}
      changeDraft={workspace.changeDraft}
      onSend={(text, images) => workspace.ask([userMessage(text, images)])}
      onStop={conversation.stop}
      keys={keysHint(judging.columns.length)}
      onKey={(key) => {
        if (key === '?') {
          showShortcuts(true);
          return true;
        }
        if (verdictOfKey(key, judging.columns) === null) return false;
        judging.press(key);
        // Outside of the field, letters are keys again.
        input.current?.blur();
        return true;
      }}
    />
  );
}
