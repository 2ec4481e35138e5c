import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { LogOut, Menu as MenuIcon, Monitor, Moon, Sun, X } from 'lucide-react';
import { messageOf } from '../api/error-message.js';
import { hasPermission, sessionQuery, signOut, useSession } from '../session/session.js';
import { Button } from '../ui/button.js';
import { Page } from '../ui/page.js';
import { EmptyState } from '../ui/states.js';
import { ShortcutsDialog, useShortcut } from '../ui/shortcuts.js';
import { applyTheme, storedTheme, type Theme } from '../ui/theme.js';
import { showToast, ToastRegion } from '../ui/toasts.js';
import { Logo } from '../ui/logo.js';
import { navigation, type NavigationEntry } from './navigation.js';
import { StartLink } from './start-link.js';
import { ProjectSwitcher } from './project-switcher.js';
import { useIsMissing } from './use-is-missing.js';
import styles from './shell.module.css';

/** The frame of all views: side bar, keys and messages. */
export function Shell() {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLButtonElement>(null);
  const { project } = useParams({ strict: false });
  const isMissing = useIsMissing(project);
  const close = () => {
    setOpen(false);
    menu.current?.focus();
  };
  useShortcut('esc', 'Close the menu', close, { isEnabled: isOpen });
  return (
    <div className={styles.shell}>
      <a href="#content" className={styles.skip}>
        Skip to the content
      </a>
      <header className={styles.bar}>
        <Logo />
        <Button
          ref={menu}
          variant="plain"
          iconOnly
          aria-label="Menu"
          aria-expanded={isOpen}
          onPress={() => setOpen(!isOpen)}
        >
          {isOpen ? <X aria-hidden /> : <MenuIcon aria-hidden />}
        </Button>
      </header>
      {isOpen && <div className={styles.backdrop} onClick={close} aria-hidden />}
      <aside className={[styles.side, isOpen && styles.open].filter(Boolean).join(' ')}>
        <div className={styles.brand}>
          <Logo />
        </div>
        <ProjectSwitcher project={project} />
        {project !== undefined && !isMissing && <Navigation project={project} onNavigate={() => setOpen(false)} />}
        <SideFooter />
      </aside>
      <main id="content" className={styles.content} tabIndex={-1}>
        {isMissing ? <ProjectNotFound /> : <Outlet />}
      </main>
      <ShortcutsDialog />
      <ToastRegion />
    </div>
  );
}

function ProjectNotFound() {
  return (
    <Page title="Project">
      <EmptyState title="Project not found" action={<StartLink />}>
        It was deleted, no project has this key, or it is not the project of your API key.
      </EmptyState>
    </Page>
  );
}

function Navigation({ project, onNavigate }: { readonly project: string; readonly onNavigate: () => void }) {
  const { key } = useSession();
  return (
    <nav aria-label="Views">
      <ul className={styles.links}>
        {navigation
          .filter(({ permission }) => hasPermission(key, permission))
          .map((entry) => (
            <NavigationLink key={entry.to} entry={entry} project={project} onNavigate={onNavigate} />
          ))}
      </ul>
    </nav>
  );
}

function NavigationLink({
  entry: { to, label, icon: Icon, key },
  project,
  onNavigate,
}: {
  readonly entry: NavigationEntry;
  readonly project: string;
  readonly onNavigate: () => void;
}) {
  const navigate = useNavigate();
  useShortcut(`g>${key}`, `Go to ${label}`, () => void navigate({ to, params: { project } }));
  return (
    <li>
      <Link
        to={to}
        params={{ project }}
        className={styles.link}
        activeProps={{ className: styles.active }}
        activeOptions={{ exact: to === '/$project', includeSearch: false }}
        onClick={onNavigate}
      >
        <Icon aria-hidden />
        {label}
      </Link>
    </li>
  );
}

function SideFooter() {
  const { key } = useSession();
  const queries = useQueryClient();
  const router = useRouter();
  const leave = async () => {
    try {
      await signOut();
    } catch (error) {
      showToast(`Not signed out. ${messageOf(error)}`, 'bad');
      return;
    }
    queries.clear();
    queries.setQueryData(sessionQuery.queryKey, null);
    await router.invalidate();
  };
  return (
    <div className={styles.footer}>
      <span className={styles.keyName} title={`Signed in with the key ${key.name}`}>
        {key.name}
      </span>
      <ThemeButton />
      <Button variant="plain" iconOnly aria-label="Sign out" onPress={() => void leave()}>
        <LogOut aria-hidden />
      </Button>
    </div>
  );
}

const nextTheme: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const themeIcons = { system: Monitor, light: Sun, dark: Moon };

function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme);
  const Icon = themeIcons[theme];
  const change = () => {
    applyTheme(nextTheme[theme]);
    setTheme(nextTheme[theme]);
  };
  return (
    <Button variant="plain" iconOnly aria-label={`Theme: ${theme}`} onPress={change}>
      <Icon aria-hidden />
    </Button>
  );
}
