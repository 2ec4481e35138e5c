/** The theme that a person chose; `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'earshot-theme';

/** The stored theme. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(storageKey);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Shows a theme, and stores it. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') {
    delete document.documentElement.dataset['theme'];
    localStorage.removeItem(storageKey);
    return;
  }
  document.documentElement.dataset['theme'] = theme;
  localStorage.setItem(storageKey, theme);
}
