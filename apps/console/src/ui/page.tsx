import { useEffect, type ReactNode } from 'react';
import styles from './page.module.css';

/** Props of {@link Page}. */
export interface PageProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** Takes the whole width and height, for tables and chats. */
  readonly isFull?: boolean;
}

/** A view: its title, which is also the document's, its actions and its content. */
export function Page({ title, description, actions, children, isFull = false }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Earshot`;
  }, [title]);
  return (
    <div className={[styles.page, isFull && styles.full].filter(Boolean).join(' ')}>
      <header className={styles.header}>
        <div>
          <h1>{title}</h1>
          {description !== undefined && <p className={styles.description}>{description}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** A framed part of a view. */
export function Panel({
  title,
  actions,
  children,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className={styles.panel} aria-label={title}>
      {(title !== undefined || actions !== undefined) && (
        <div className={styles.panelHeader}>
          <h2>{title}</h2>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
